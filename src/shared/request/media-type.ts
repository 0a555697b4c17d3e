/** Returns type and subtype in lower case, without parameters. */
export function essence(type: string): string {
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
}

type MediaKind =
  | 'json'
  | 'xml'
  | 'form'
  | 'multipart'
  | 'json-lines'
  | 'json-sequence'
  | 'event-stream'
  | 'text'
  | 'binary';

/** The first pattern that fits a media type decides its kind. */
const KINDS: readonly (readonly [RegExp, MediaKind])[] = [
  [/^(?:\*\/\*|application\/\*)?$/, 'json'],
  [/^application\/x-www-form-urlencoded$/, 'form'],
  [/^application\/(?:(?:x-)?ndjson|jsonl|x-jsonlines)$/, 'json-lines'],
  [/^application\/json-seq$/, 'json-sequence'],
  [/^text\/event-stream$/, 'event-stream'],
  [/^multipart\//, 'multipart'],
  [/\+json-seq$/, 'json-sequence'],
  [/[/+]json5?$/, 'json'],
  [/[/+]xml$/, 'xml'],
  [/^text\/|\+yaml$/, 'text'],
  [/^application\/(?:(?:x-)?yaml|javascript|graphql|sql|toml|jwt|jose|x-sh)$/, 'text'],
];

export function mediaKind(type: string): MediaKind {
  const name = essence(type);
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'binary';
}

export function isJsonType(type: string): boolean {
  return mediaKind(type) === 'json';
}

/** Returns a media type that can be sent: for a range, its most common member. */
export function concreteType(type: string): string {
  const name = essence(type);
  if (!name.includes('*')) return type.trim();
  if (name.startsWith('image/')) return 'image/png';
  if (name.startsWith('text/')) return 'text/plain';
  if (name.startsWith('audio/')) return 'audio/mpeg';
  if (name.startsWith('video/')) return 'video/mp4';
  return name === '*/*' || name === 'application/*'
    ? 'application/json'
    : 'application/octet-stream';
}

/** Returns the file extension of a media type. */
export function extensionOf(type: string): string {
  const name = essence(type);
  const known = EXTENSIONS.get(name);
  if (known !== undefined) return known;
  const subtype = /^(?:image|audio|video|font)\/([a-z\d]{1,8})$/.exec(name)?.[1];
  return subtype ?? 'bin';
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/x-tar', 'tar'],
  ['audio/mpeg', 'mp3'],
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/xml', 'xml'],
  ['text/markdown', 'md'],
]);
