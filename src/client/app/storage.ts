/** Reads a stored text; null where there is none or the browser blocks storage. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Where the browser blocks storage, it is lost with the page. */
export function writeStored(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
  } catch {
    // Nothing to do: what depends on it lives as long as the page.
  }
}

/** Removes a stored text, where the browser lets it. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // What cannot be removed cannot be read either.
  }
}
