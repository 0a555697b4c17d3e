/** Reads a stored text; null where there is none or the browser blocks storage. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; where the browser blocks storage, nothing. */
export function writeStored(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
  } catch {
    // What depends on it lives as long as the page.
  }
}

/** Reads a stored JSON list; items of another form are left out. */
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
