import type { TagSpan } from '../attributes.ts';
import {
  closeContainer,
  endBlock,
  type Leaf,
  loosen,
  openContainer,
  openItem,
  openList,
  openMarked,
  write,
} from './block-markdown.ts';
import { startCode, startMath } from './code-markdown.ts';
import {
  addImage,
  addPart,
  addText,
  endInline,
  endLink,
  startInline,
  startLink,
} from './inline-markdown.ts';
import { type Reader, valueOf } from './reader.ts';
import { alignOf, closeCell, newTable, openCell, printTable } from './table-markdown.ts';

type Start = (reader: Reader, tag: TagSpan, name: string) => void;
type End = (reader: Reader, name: string) => void;

/** Elements at whose start and end a block ends. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article center dialog div fieldset footer form header hgroup main menu nav optgroup option ' +
    'search tbody tfoot thead video audio object'
  ).split(' '),
);

/** The admonitions of GitHub that show those of this site. */
const ALERTS: ReadonlyMap<string, string> = new Map([
  ['note', 'NOTE'],
  ['info', 'NOTE'],
  ['tip', 'TIP'],
  ['warning', 'WARNING'],
  ['danger', 'CAUTION'],
]);

/** Wraps the start of an element with blocks in it: a cell of a table has no blocks, so it only ends the last part. */
const outsideOfCells =
  (start: Start): Start =>
  (reader, tag, name) => {
    const { writer } = reader;
    endBlock(writer);
    if (writer.table === undefined) start(reader, tag, name);
    else if (name === 'li') addPart(writer.inline, '- ');
  };

const quote: Start = ({ writer }, _tag, name) => {
  openContainer(writer, name, { added: '> ' });
};

const list: Start = (reader, tag, name) => {
  const { writer } = reader;
  if (writer.open.at(-1)?.kind === 'footnotes') {
    openContainer(writer, name, { kind: 'footnotes' });
    return;
  }
  const start = Number.parseInt(valueOf(reader, tag, 'start') || '1', 10);
  const first = start >= 0 && start < 1e9 ? start : 1;
  openList(writer, name, name === 'ol' ? first : undefined);
};

const item: Start = (reader, tag, name) => {
  const { writer } = reader;
  if (writer.open.at(-1)?.name === name) closeContainer(writer, name);
  if (writer.open.at(-1)?.kind === 'footnotes') {
    const number = /\d.*$/.exec(valueOf(reader, tag, 'id'))?.[0] ?? '';
    writer.gap = true;
    openMarked(writer, `[^${number}]: `, 4);
  } else openItem(writer);
};

const aside: Start = (reader, tag, name) => {
  const { writer } = reader;
  const kind = /admonition-(\w+)/.exec(valueOf(reader, tag, 'class'))?.[1];
  openContainer(writer, name, { added: kind === undefined ? '' : '> ' });
  if (kind === undefined) return;
  write(writer, `[!${ALERTS.get(kind) ?? 'NOTE'}]`);
  writer.alert = { kind, at: writer.lines.length };
};

const details: Start = ({ writer }, _tag, name) => {
  write(writer, '<details>');
  writer.gap = false;
  openContainer(writer, name, { kind: 'details' });
};

const summary: Start = ({ writer }) => {
  writer.leaf = 'summary';
  writer.inline.isHtml = true;
};

const section: Start = (reader, tag, name) => {
  const isNotes = valueOf(reader, tag, 'class') === 'footnotes';
  openContainer(reader.writer, name, { kind: isNotes ? 'footnotes' : undefined });
};

const term: Start = ({ writer }) => {
  if (writer.open.at(-1)?.name === 'li') closeContainer(writer, 'li');
  openItem(writer);
  writer.leaf = 'bold';
};

const cell: Start = (reader, tag, name) => {
  const { writer } = reader;
  const { table } = writer;
  endBlock(writer);
  if (table === undefined || table.depth > 1) return;
  closeCell(table);
  const align = valueOf(reader, tag, 'class') || valueOf(reader, tag, 'align');
  const number = (key: string): number =>
    Number.parseInt(valueOf(reader, tag, key) || '1', 10) || 1;
  openCell(table, {
    isHeader: name === 'th',
    align: alignOf(align),
    columns: number('colspan'),
    rows: number('rowspan'),
  });
};

const leaf =
  (kind: Leaf): Start =>
  ({ writer }) => {
    endBlock(writer);
    writer.leaf = kind;
  };

const heading: readonly [string, Start][] = ([1, 2, 3, 4, 5, 6] as const).map((level) => [
  `h${level}`,
  leaf(level),
]);

const TITLES = /(?:^|\s)(?:tab-heading|card-title)(?:\s|$)/;

/** Elements that are shown by a link to what they load. */
const media: Start = (reader, tag, name) => {
  const src = valueOf(reader, tag, 'src') || valueOf(reader, tag, 'data');
  if (src === '') return;
  const { writer, linkOf } = reader;
  const words = valueOf(reader, tag, 'title') || valueOf(reader, tag, 'aria-label');
  endBlock(writer);
  startLink(writer.inline, linkOf(src));
  addText(writer.inline, words === '' ? (src.split('/').at(-1) ?? name) : words);
  endLink(writer.inline);
};

export const STARTS: ReadonlyMap<string, Start> = new Map<string, Start>([
  ...heading,
  [
    'p',
    (reader, tag) => {
      const { writer } = reader;
      endBlock(writer);
      const classes = tag.count === 0 ? '' : valueOf(reader, tag, 'class');
      if (classes === 'admonition-title') writer.leaf = 'title';
      else if (TITLES.test(classes)) writer.leaf = 'bold';
      else loosen(writer);
    },
  ],
  ['blockquote', outsideOfCells(quote)],
  ['aside', outsideOfCells(aside)],
  ['details', outsideOfCells(details)],
  ['section', outsideOfCells(section)],
  ['ul', outsideOfCells(list)],
  ['ol', outsideOfCells(list)],
  ['dl', outsideOfCells(list)],
  ['li', outsideOfCells(item)],
  ['dt', outsideOfCells(term)],
  ['summary', outsideOfCells(summary)],
  [
    'dd',
    ({ writer }) => {
      endBlock(writer);
      loosen(writer);
    },
  ],
  [
    'table',
    ({ writer }) => {
      endBlock(writer);
      if (writer.table === undefined) writer.table = newTable();
      else writer.table.depth += 1;
    },
  ],
  [
    'tr',
    ({ writer }) => {
      endBlock(writer);
      const { table } = writer;
      if (table?.depth !== 1) return;
      closeCell(table);
      table.rows.push([]);
    },
  ],
  ['td', cell],
  ['th', cell],
  ['pre', (reader, tag) => startCode(reader, tag, 'pre')],
  ['code', (reader, tag) => startCode(reader, tag, 'code')],
  ['math', startMath],
  [
    'figure',
    (reader, tag) => {
      endBlock(reader.writer);
      reader.title = valueOf(reader, tag, 'class') === 'code' ? '' : undefined;
    },
  ],
  [
    'figcaption',
    (reader, tag, name) => {
      endBlock(reader.writer);
      if (reader.title !== undefined && name === 'figcaption') startCode(reader, tag, name);
    },
  ],
  [
    'hr',
    ({ writer }) => {
      endBlock(writer);
      if (writer.table === undefined) write(writer, '---');
    },
  ],
  [
    'br',
    ({ writer: { inline } }) => {
      if (inline.parts.length > 0) addPart(inline, inline.isHtml ? '<br>' : '\\\n');
    },
  ],
  [
    'img',
    (reader, tag) => {
      const src = valueOf(reader, tag, 'src');
      const alt = valueOf(reader, tag, 'alt');
      const { inline } = reader.writer;
      // A data URL has nothing to read.
      if (src === '' || src.startsWith('data:')) addText(inline, alt);
      else addImage(inline, { src, alt, title: valueOf(reader, tag, 'title') });
    },
  ],
  [
    'input',
    (reader, tag) => {
      if (valueOf(reader, tag, 'type') !== 'checkbox') return;
      const isChecked = CHECKED.test(reader.html.slice(tag.start, tag.end));
      addPart(reader.writer.inline, isChecked ? '[x] ' : '[ ] ');
    },
  ],
  [
    'a',
    (reader, tag) => {
      const href = valueOf(reader, tag, 'href');
      const { inline } = reader.writer;
      const note = /^#fn(\d+.*)$/.exec(href)?.[1];
      if (href === '') return;
      if (reader.inNote && note !== undefined) {
        addPart(inline, `[^${note}]`);
        reader.skipped = { name: 'a', depth: 1 };
      } else startLink(inline, reader.linkOf(href));
    },
  ],
  [
    'sup',
    (reader, tag, name) => {
      reader.inNote = valueOf(reader, tag, 'class') === 'footnote-ref';
      if (!reader.inNote) startInline(reader.writer.inline, name);
    },
  ],
  ...['iframe', 'video', 'audio', 'object', 'embed', 'source'].map((name): [string, Start] => [
    name,
    media,
  ]),
  ...['button', 'select', 'noscript', 'template', 'canvas'].map((name): [string, Start] => [
    name,
    (reader) => {
      reader.skipped = { name, depth: 1 };
    },
  ]),
]);

const endText: End = ({ writer }) => endBlock(writer);

const endContainer: End = ({ writer }, name) => {
  endBlock(writer);
  if (writer.table === undefined) closeContainer(writer, name);
};

const endCell: End = ({ writer }) => {
  endBlock(writer);
  if (writer.table?.depth === 1) closeCell(writer.table);
};

/** Writes the open table. */
export function endTable({ writer }: Reader): void {
  const { table } = writer;
  if (table === undefined) return;
  table.depth -= 1;
  if (table.depth > 0) return;
  closeCell(table);
  writer.table = undefined;
  const text = printTable(table);
  if (text !== '') write(writer, text);
}

export const ENDS: ReadonlyMap<string, End> = new Map<string, End>([
  ...'h1 h2 h3 h4 h5 h6 p summary dt dd figcaption caption'
    .split(' ')
    .map((name): [string, End] => [name, endText]),
  ...'blockquote aside details section ul ol dl li'
    .split(' ')
    .map((name): [string, End] => [name, endContainer]),
  ...['td', 'th', 'tr'].map((name): [string, End] => [name, endCell]),
  [
    'table',
    (reader) => {
      endBlock(reader.writer);
      endTable(reader);
    },
  ],
  [
    'figure',
    (reader) => {
      endBlock(reader.writer);
      reader.title = undefined;
    },
  ],
  ['a', ({ writer }) => endLink(writer.inline)],
  [
    'sup',
    (reader, name) => {
      if (!reader.inNote) endInline(reader.writer.inline, name);
      reader.inNote = false;
    },
  ],
]);

const CHECKED = /\schecked(?=[\s>=/])/;
