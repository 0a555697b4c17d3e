import { decodeSafely } from '../../shared/paths.ts';
import { findAttribute, type TagSpan } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import {
  type Container,
  closeContainer,
  endBlock,
  type Leaf,
  loosen,
  openContainer,
  openItem,
  openList,
  openMarked,
  type Writer,
  write,
} from './block-markdown.ts';
import { startCode, startMath } from './code-markdown.ts';
import {
  addCode,
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
    'address article center dialog div fieldset footer form header hgroup main menu nav optgroup ' +
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
  const first = Number.parseInt(valueOf(reader, tag, 'start') || '1', 10);
  const start = name !== 'ol' ? undefined : first >= 0 && first < 1e9 ? first : 1;
  openList(writer, name, { start, isTight: ROWS.test(valueOf(reader, tag, 'class')) });
};

/** Lists of an API page whose items have several parts. */
const ROWS = /^(?:props|api-statuses)(?:\s|$)/;

const item: Start = (reader, tag, name) => {
  const { writer } = reader;
  if (writer.open.at(-1)?.name === name) closeContainer(writer, name);
  if (writer.open.at(-1)?.kind === 'footnotes') {
    const number = /\d.*$/.exec(valueOf(reader, tag, 'id'))?.[0] ?? '';
    writer.gap = true;
    openMarked(writer, `[^${number}]: `, { indent: 4 });
  } else openItem(writer);
  reader.item = tag.count === 0 ? '' : valueOf(reader, tag, 'id');
};

const aside: Start = (reader, tag, name) => {
  const { writer } = reader;
  const kind = /admonition-(\w+)/.exec(valueOf(reader, tag, 'class'))?.[1];
  openContainer(writer, name, { added: kind === undefined ? '' : '> ' });
  if (kind === undefined) return;
  write(writer, `[!${ALERTS.get(kind) ?? 'NOTE'}]`);
  writer.alert = { kind, at: writer.lines.length };
};

const details: Start = (reader, tag, name) => {
  const { writer } = reader;
  const classes = tag.count === 0 ? '' : valueOf(reader, tag, 'class');
  const summary = OPEN.get(classes);
  if (classes === 'variant') openVariant(writer, name);
  else if (summary !== undefined) {
    const isTight = writer.open.at(-1)?.isTight;
    openContainer(writer, name, { isTight, summary });
  } else {
    write(writer, '<details>');
    writer.gap = false;
    openContainer(writer, name, { kind: 'details' });
  }
};

/** Disclosures of an API page that are open here, and how their summaries are shown. */
const OPEN: ReadonlyMap<string, Container['summary']> = new Map([
  ['prop-children', 'none'],
  ['prop-values', 'line'],
  ['prop-example', 'line'],
  ['api-folded', 'bold'],
]);

/** Opens an alternative of a union as an item of a list. */
function openVariant(writer: Writer, name: string): void {
  writer.gap = false;
  openMarked(writer, '- ', { name, isTight: true, summary: 'bold' });
}

const summary: Start = (reader, _tag, name) => {
  const { writer } = reader;
  const { summary: leaf = 'summary' } = writer.open.at(-1) ?? {};
  if (leaf === 'none') reader.skipped = { name, depth: 1 };
  else writer.leaf = leaf;
  writer.inline.isHtml = leaf === 'summary';
};

const section: Start = (reader, tag, name) => {
  const classes = valueOf(reader, tag, 'class');
  if (classes === 'variant') openVariant(reader.writer, name);
  else
    openContainer(reader.writer, name, { kind: classes === 'footnotes' ? 'footnotes' : undefined });
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

/** Paragraphs of an API page that belong to the text before them. */
const LINES = /^(?:prop-|variant)/;

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
      else if (LINES.test(classes)) writer.leaf = 'line';
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
      if (isName(reader, href)) {
        // A part of a schema that has no name is in words.
        if (valueOf(reader, tag, 'class') === '') startCode(reader, tag, 'a');
      } else if (reader.inNote && note !== undefined) {
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
  [
    'span',
    (reader, tag) => {
      if (tag.count === 0 || !FLAGS.test(valueOf(reader, tag, 'class'))) return;
      reader.inFlag = startInline(reader.writer.inline, 'em');
    },
  ],
  [
    'select',
    (reader, tag, name) => {
      const { inline } = reader.writer;
      // The servers of an API are something to read.
      if (findAttribute(reader.html, tag, 'data-server') === undefined)
        reader.skipped = { name, depth: 1 };
      else addText(inline, valueOf(reader, tag, 'aria-label'));
    },
  ],
  [
    'option',
    (reader, tag, name) => {
      const { html, writer } = reader;
      const value = valueOf(reader, tag, 'value');
      addText(writer.inline, html.startsWith('</option>', tag.start - 9) ? ', ' : ': ');
      addCode(writer.inline, value);
      if (decodeEntities(html.slice(tag.end, html.indexOf('<', tag.end))) !== value)
        addText(writer.inline, ' ');
      else reader.skipped = { name, depth: 1 };
    },
  ],
  ...['button', 'noscript', 'template', 'canvas'].map((name): [string, Start] => [
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
    'span',
    (reader) => {
      if (reader.inFlag) endInline(reader.writer.inline, 'em');
      reader.inFlag = false;
    },
  ],
  ['select', ({ writer }) => addText(writer.inline, '. ')],
  [
    'sup',
    (reader, name) => {
      if (!reader.inNote) endInline(reader.writer.inline, name);
      reader.inNote = false;
    },
  ],
]);

/** True for a link to the item that it begins. */
function isName({ item: id, writer }: Reader, href: string): boolean {
  const isFirst = writer.first !== undefined && writer.inline.parts.length === 0;
  return isFirst && id !== '' && decodeSafely(href) === `#${id}`;
}

/** Words beside the type of a row. */
const FLAGS = /^prop-(?:required|flag)(?:\s|$)/;

const CHECKED = /\schecked(?=[\s>=/])/;
