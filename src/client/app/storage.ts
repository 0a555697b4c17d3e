/** Reads a stored string; null if there is none or if the browser blocks storage. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a string; does nothing if the browser blocks storage. */
export function writeStored(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
  } catch {
    // The value is lost with the page.
  }
}

/** Reads a stored JSON list; invalid items are left out. */
export function readStoredList<Item>(
  text: string | null,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch {
    return [];
  }
}
