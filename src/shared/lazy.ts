/** Computes a value on first use. */
export function lazy<Value extends {}>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
