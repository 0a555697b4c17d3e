/** The lines of an icon, as the data of a path in a square of 24 by 24. */
export function findIcon(name: string): string | undefined {
  // Starlight has an icon for each type of files.
  const other = ALIASES.get(name) ?? (name.startsWith('seti:') ? 'document' : '');
  return PATHS.get(name) ?? PATHS.get(other);
}

/** Names of icons that have a part of a name in them, else all. */
export function iconHint(name: string): string {
  const parts = name.toLowerCase().split(/[^a-z]+/);
  const isNear = (known: string): boolean =>
    lacksLetters(name, known) ||
    lacksLetters(known, name) ||
    parts.some((part) => part.length > 2 && (known.includes(part) || part.includes(known)));
  const near = [...PATHS.keys(), ...ALIASES.keys()].filter(isNear);
  return near.length === 0
    ? `use one of ${[...PATHS.keys()].join(', ')}`
    : `did you mean ${near.map((known) => `"${known}"`).join(' or ')}?`;
}

/** Tells whether a name is another one without one or two letters. */
function lacksLetters(name: string, whole: string): boolean {
  const missing = whole.length - name.length;
  if (missing < 1 || missing > 2 || name.length < 3) return false;
  let found = 0;
  for (const letter of whole) if (letter === name[found]) found += 1;
  return found === name.length;
}

const PATHS: ReadonlyMap<string, string> = tableOf({
  bell: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4M12 5V3',
  bolt: 'M13 2.5 5 13.5h6.5l-1 8 8.5-11.5H12.5z',
  book: 'M12 6.5C10 5 7 4.5 3 4.5v14c4 0 7 .5 9 2 2-1.5 5-2 9-2v-14c-4 0-7 .5-9 2zm0 0v14',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m5 .5 3 3 5-6',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m9-5v5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  cloud: 'M7 18.5h10a4 4 0 0 0 .7-7.9 5.7 5.7 0 0 0-11-.9A4.5 4.5 0 0 0 7 18.5z',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14',
  comment: 'M4 4.5h16v12h-9l-5 4v-4H4z',
  copy: 'M9 9h11v11H9zm6 0V4H4v11h5',
  danger: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5V13m0 3.5v.01',
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zm0 0v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  document: 'M6 3h8l5 5v13H6zm8 0v5h5M9.5 13h6m-6 4h6',
  'down-arrow': 'M12 4v16m-6-6 6 6 6-6',
  'down-caret': 'm5 9 7 7 7-7',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  email: 'M3 5.5h18v13H3zm.5 1L12 13l8.5-6.5',
  error: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m6-3 6 6m0-6-6 6',
  external: 'M14 4h6v6m0-6-9 9m7 1.5V20H4V6h5.5',
  eye: 'M2.5 12C5 7.5 8 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.5 6.5-9.5 6.5S5 16.5 2.5 12zm6.5 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  folder: 'M3 6a1 1 0 0 1 1-1h5l2.5 3H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z',
  github:
    'M5 4l3.6 2.3a11 11 0 0 1 6.8 0L19 4c.6 1.6.7 3 .3 4.4a6.5 6.5 0 0 1 1.2 3.8c0 4.3-3.3 6.8-8.5 6.8s-8.5-2.5-8.5-6.8c0-1.5.4-2.8 1.2-3.8C4.3 7 4.4 5.6 5 4zm4 8v2m6-2v2',
  globe:
    'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0h18M12 3c2.7 2.7 4 5.5 4 9s-1.3 6.3-4 9c-2.7-2.7-4-5.5-4-9s1.3-6.3 4-9z',
  heart:
    'M12 20S3.5 15 3.5 9.3A4.6 4.6 0 0 1 8 4.5c1.7 0 3.2 1 4 2.5.8-1.5 2.3-2.5 4-2.5a4.6 4.6 0 0 1 4.5 4.8C20.5 15 12 20 12 20z',
  image: 'M3 4.5h18v15H3zM3 16l5-5 5 5 3-3 5 5M15.5 9v.01',
  information: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m9-.5v5m0-9v.01',
  key: 'M3.5 15.5a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m7.7-3.2L20 3.5M16.5 7l3 3',
  laptop: 'M5 5h14v10H5zM2.5 19h19',
  'left-arrow': 'M20 12H4m6-6-6 6 6 6',
  'left-caret': 'm15 5-7 7 7 7',
  link: 'M10 14a4.2 4.2 0 0 0 6.3.5l3-3a4.3 4.3 0 0 0-6-6L12 6.8m2 3.2a4.2 4.2 0 0 0-6.3-.5l-3 3a4.3 4.3 0 0 0 6 6L12 17.2',
  list: 'M9 6h12M9 12h12M9 18h12M4 6v.01M4 12v.01M4 18v.01',
  lock: 'M5 11h14v10H5zm3 0V8a4 4 0 0 1 8 0v3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z',
  package: 'M12 2.5 20.5 7v10L12 21.5 3.5 17V7zM3.5 7l8.5 4.5L20.5 7M12 11.5v10',
  pencil: 'm4 20 1-4.5L16 4.5 19.5 8l-11 11zm9.5-13L17 10.5',
  person: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.8-4 3.5-6 7.5-6s6.7 2 7.5 6',
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  play: 'M7 4.5v15l12-7.5z',
  plus: 'M12 5v14M5 12h14',
  puzzle: 'M4 8h4.3a2.5 2.5 0 1 1 4.4 0H17v4.3a2.5 2.5 0 1 1 0 4.4V21h-4.3a2.5 2.5 0 1 0-4.4 0H4z',
  question:
    'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0m6.5-2.5a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2 1-1.2 2.1m0 3v.01',
  'right-arrow': 'M4 12h16m-6-6 6 6-6 6',
  'right-caret': 'm9 5 7 7-7 7',
  rocket:
    'M8.5 15.5C7.5 9.5 12 3.5 20.5 3.5c0 8.5-6 13-12 12zM8.7 11H5l-1.5 3 5 1.5m4.5-.2V19l-3 1.5-1.5-5M13 9.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M6.5 17.5l-3 3',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0m11.5 5 5 5',
  setting:
    'M10.3 5.3l.3-2.4h2.8l.3 2.4 1.9.8 1.8-1.5 2 2-1.5 1.8.8 1.9 2.4.3v2.8l-2.4.3-.8 1.9 1.5 1.8-2 2-1.8-1.5-1.9.8-.3 2.4h-2.8l-.3-2.4-1.9-.8-1.8 1.5-2-2 1.5-1.8-.8-1.9-2.4-.3v-2.8l2.4-.3.8-1.9-1.5-1.8 2-2 1.8 1.5zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  shuffle: 'M4 7h3l9 10h4M4 17h3l9-10h4m-3-3 3 3-3 3m0 4 3 3-3 3',
  star: 'm12 3 2.7 5.7 6.2.8-4.5 4.3 1.1 6.2L12 17l-5.5 3 1.1-6.2-4.5-4.3 6.2-.8z',
  sun: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0m4-9.5V4m0 16v1.5M2.5 12H4m16 0h1.5M5.3 5.3l1 1m11.4 11.4 1 1M5.3 18.7l1-1M17.7 6.3l1-1',
  terminal: 'M3 5h18v14H3zm4 4.5L9.5 12 7 14.5m5.5.5H17',
  'up-arrow': 'M12 20V4m-6 6 6-6 6 6',
  'up-caret': 'm5 15 7-7 7 7',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  warning: 'M12 3.5 2.5 20h19zm0 6V14m0 3v.01',
});

/** Names in Starlight. */
const ALIASES: ReadonlyMap<string, string> = tableOf({
  'add-document': 'document',
  'approve-check': 'check',
  'approve-check-circle': 'check-circle',
  bars: 'menu',
  'cloud-download': 'download',
  'comment-alt': 'comment',
  file: 'document',
  info: 'information',
  'list-format': 'list',
  magnifier: 'search',
  'mobile-android': 'phone',
  'open-book': 'book',
  pen: 'pencil',
  random: 'shuffle',
  'seti:folder': 'folder',
  'seti:shell': 'terminal',
  settings: 'setting',
  translate: 'globe',
});

function tableOf(values: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(values));
}
