import { decodeSafely } from '../../shared/paths.ts';
import { findAttribute, type TagSpan } from '../attributes.ts';
import { decodeEntities } from '../character-references.ts';
import { VOID } from '../raw-text.ts';
import {
  type Container,
  closeContainer,
  endBlock,
  loosen,
  openContainer,
  openItem,
  openList,
  openMarked,
  type Writer,
  write,
} from './block-markdown.ts';
import { startCode } from './code-markdown.ts';
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

/** The effects of an element's tags; by default, those of an element within a line. */
interface ElementRule {
  readonly start?: (reader: Reader, tag: TagSpan, name: string) => void;
  readonly end?: (reader: Reader, name: string) => void;
}

type Start = NonNullable<ElementRule['start']>;

/** Leaves an element out. */
export const skip: Start = (reader, _tag, name) => {
  if (!VOID.has(name)) reader.skipped = { name, depth: 1 };
};

/** The rule of an element with blocks in it. A cell of a table has no blocks, so there it only ends the last part. */
function container(start: Start): ElementRule {
  return {
    start(reader, tag, name) {
      endBlock(reader);
      if (reader.table === undefined) start(reader, tag, name);
      else if (name === 'li') addPart(reader.inline, '- ');
    },
    end(reader, name) {
      endBlock(reader);
      if (reader.table === undefined) closeContainer(reader, name);
    },
  };
}

/** The admonitions of GitHub that show those of this site. */
const ALERTS: ReadonlyMap<string, string> = new Map([
  ['note', 'NOTE'],
  ['info', 'NOTE'],
  ['tip', 'TIP'],
  ['warning', 'WARNING'],
  ['danger', 'CAUTION'],
]);

/** Lists of an API page whose items have several parts. */
const ROWS = /^(?:props|api-statuses)(?:\s|$)/;

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

/** Paragraphs of an API page that belong to the text before them. */
const LINES = /^(?:prop-|variant)/;

const TITLES = /(?:^|\s)(?:tab-heading|card-title)(?:\s|$)/;

/** Shows an element by a link to what it loads. */
const media: Start = (reader, tag, name) => {
  const src = valueOf(reader, tag, 'src') || valueOf(reader, tag, 'data');
  if (src === '') return;
  const words = valueOf(reader, tag, 'title') || valueOf(reader, tag, 'aria-label');
  endBlock(reader);
  startLink(reader.inline, reader.linkOf(src));
  addText(reader.inline, words === '' ? (src.split('/').at(-1) ?? name) : words);
  endLink(reader.inline);
};

/** Words beside the type of a row. */
const FLAGS = /^prop-(?:required|flag)(?:\s|$)/;

const CHECKED = /\schecked(?=[\s>=/])/;

/** The elements of an article, by their names. */
const RULES: Readonly<Record<string, ElementRule>> = {
  'address article center dialog div fieldset footer form header hgroup main menu nav optgroup search tbody tfoot thead':
    { start: endBlock, end: endBlock },
  'h1 h2 h3 h4 h5 h6': {
    start(reader, _tag, name) {
      endBlock(reader);
      nameSamples(reader);
      reader.leaf = 'heading';
      reader.level = Number(name.charAt(1));
    },
    end: endBlock,
  },
  p: {
    start(reader, tag) {
      endBlock(reader);
      const classes = valueOf(reader, tag, 'class');
      if (classes === 'admonition-title') reader.leaf = 'title';
      else if (TITLES.test(classes)) reader.leaf = 'bold';
      else if (LINES.test(classes)) reader.leaf = 'line';
      else loosen(reader);
    },
    end: endBlock,
  },
  blockquote: container((reader, _tag, name) => {
    openContainer(reader, name, { added: '> ' });
  }),
  aside: container((reader, tag, name) => {
    const kind = /admonition-(\w+)/.exec(valueOf(reader, tag, 'class'))?.[1];
    openContainer(reader, name, { added: kind === undefined ? '' : '> ' });
    if (kind === undefined) return;
    write(reader, `[!${ALERTS.get(kind) ?? 'NOTE'}]`);
    reader.alert = { kind, at: reader.lines.length };
  }),
  details: container((reader, tag, name) => {
    const classes = valueOf(reader, tag, 'class');
    const summary = OPEN.get(classes);
    if (classes === 'variant') openVariant(reader, name);
    else if (summary !== undefined)
      openContainer(reader, name, { isTight: reader.open.at(-1)?.isTight, summary });
    else {
      write(reader, '<details>');
      openContainer(reader, name, { kind: 'details' });
    }
  }),
  section: container((reader, tag, name) => {
    const classes = valueOf(reader, tag, 'class');
    if (classes === 'variant') openVariant(reader, name);
    else openContainer(reader, name, { kind: classes === 'footnotes' ? classes : undefined });
  }),
  'ul ol dl': container((reader, tag, name) => {
    if (reader.open.at(-1)?.kind === 'footnotes') {
      openContainer(reader, name, { kind: 'footnotes' });
      return;
    }
    const first = Number.parseInt(valueOf(reader, tag, 'start') || '1', 10);
    const start = name !== 'ol' ? undefined : first >= 0 && first < 1e9 ? first : 1;
    openList(reader, name, { start, isTight: ROWS.test(valueOf(reader, tag, 'class')) });
  }),
  li: container((reader, tag, name) => {
    if (reader.open.at(-1)?.name === name) closeContainer(reader, name);
    if (reader.open.at(-1)?.kind === 'footnotes') {
      const number = /\d.*$/.exec(valueOf(reader, tag, 'id'))?.[0] ?? '';
      reader.gap = true;
      openMarked(reader, `[^${number}]: `, { indent: 4 });
    } else openItem(reader);
    reader.item = valueOf(reader, tag, 'id');
  }),
  dt: {
    ...container((reader) => {
      if (reader.open.at(-1)?.name === 'li') closeContainer(reader, 'li');
      openItem(reader);
      reader.leaf = 'bold';
    }),
    end: endBlock,
  },
  dd: {
    start(reader) {
      endBlock(reader);
      loosen(reader);
    },
    end: endBlock,
  },
  summary: {
    ...container((reader, tag, name) => {
      const { summary = 'summary' } = reader.open.at(-1) ?? {};
      if (summary === 'none') skip(reader, tag, name);
      else reader.leaf = summary;
      reader.inline.isHtml = summary === 'summary';
    }),
    end: endBlock,
  },
  table: {
    start(reader) {
      endBlock(reader);
      if (reader.table === undefined) reader.table = newTable();
      else reader.table.depth += 1;
    },
    end(reader) {
      endBlock(reader);
      endTable(reader, (reader.table?.depth ?? 1) - 1);
    },
  },
  caption: { end: endBlock },
  tr: {
    start(reader) {
      endCell(reader);
      if (reader.table?.depth === 1) reader.table.rows.push([]);
    },
    end: endCell,
  },
  'td th': {
    start(reader, tag, name) {
      const { table } = reader;
      endCell(reader);
      if (table?.depth !== 1) return;
      const number = (key: string): number =>
        Number.parseInt(valueOf(reader, tag, key) || '1', 10) || 1;
      openCell(table, {
        isHeader: name === 'th',
        align: alignOf(valueOf(reader, tag, 'class') || valueOf(reader, tag, 'align')),
        columns: number('colspan'),
        rows: number('rowspan'),
      });
    },
    end: endCell,
  },
  'pre code': { start: startCode },
  math: {
    start(reader, tag) {
      const isBlock = valueOf(reader, tag, 'display') === 'block';
      reader.math = { isBlock, text: '', tex: '', inTex: false };
    },
  },
  figure: {
    start(reader, tag) {
      endBlock(reader);
      reader.title = valueOf(reader, tag, 'class') === 'code' ? '' : undefined;
    },
    end(reader) {
      endBlock(reader);
      reader.title = undefined;
    },
  },
  figcaption: {
    start(reader, tag, name) {
      endBlock(reader);
      if (reader.title !== undefined) startCode(reader, tag, name);
    },
    end: endBlock,
  },
  hr: {
    start(reader) {
      endBlock(reader);
      if (reader.table === undefined) write(reader, '---');
    },
  },
  br: {
    start({ inline }) {
      if (inline.parts.length > 0) addPart(inline, inline.isHtml ? '<br>' : '\\\n');
    },
  },
  img: {
    start(reader, tag) {
      const [src, alt] = [valueOf(reader, tag, 'src'), valueOf(reader, tag, 'alt')];
      // A data URL has nothing to read.
      if (src === '' || src.startsWith('data:')) addText(reader.inline, alt);
      else {
        const title = valueOf(reader, tag, 'title');
        addImage(reader.inline, { src: reader.linkOf(src), alt, title });
      }
    },
  },
  input: {
    start(reader, tag) {
      if (valueOf(reader, tag, 'type') !== 'checkbox') return;
      const isChecked = CHECKED.test(reader.html.slice(tag.start, tag.end));
      addPart(reader.inline, isChecked ? '[x] ' : '[ ] ');
    },
  },
  a: {
    start(reader, tag, name) {
      const href = valueOf(reader, tag, 'href');
      const note = reader.inNote ? /^#fn(\d+.*)$/.exec(href)?.[1] : undefined;
      if (href === '') return;
      if (isName(reader, href)) {
        // A part of a schema that has no name is in words.
        if (valueOf(reader, tag, 'class') === '') startCode(reader, tag, name);
      } else if (note === undefined) startLink(reader.inline, reader.linkOf(href));
      else {
        addPart(reader.inline, `[^${note}]`);
        skip(reader, tag, name);
      }
    },
    end: ({ inline }) => endLink(inline),
  },
  sup: {
    start(reader, tag, name) {
      reader.inNote = valueOf(reader, tag, 'class') === 'footnote-ref';
      if (!reader.inNote) startInline(reader.inline, name);
    },
    end(reader, name) {
      if (!reader.inNote) endInline(reader.inline, name);
      reader.inNote = false;
    },
  },
  'iframe embed source': { start: media },
  'video audio object': { start: media, end: endBlock },
  span: {
    start(reader, tag) {
      if (tag.count > 0 && FLAGS.test(valueOf(reader, tag, 'class')))
        reader.inFlag = startInline(reader.inline, 'em');
    },
    end(reader) {
      if (reader.inFlag) endInline(reader.inline, 'em');
      reader.inFlag = false;
    },
  },
  select: {
    start(reader, tag, name) {
      // The servers of an API are something to read.
      if (findAttribute(reader.html, tag, 'data-server') === undefined) skip(reader, tag, name);
      else addText(reader.inline, valueOf(reader, tag, 'aria-label'));
    },
    end: ({ inline }) => addText(inline, '. '),
  },
  option: {
    start(reader, tag, name) {
      const { html, inline } = reader;
      const value = valueOf(reader, tag, 'value');
      addText(inline, html.startsWith('</option>', tag.start - 9) ? ', ' : ': ');
      addCode(inline, value);
      const text = decodeEntities(html.slice(tag.end, html.indexOf('<', tag.end)));
      if (text === value) skip(reader, tag, name);
      else addText(inline, ' ');
    },
  },
  'button noscript template canvas': { start: skip },
};

export const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map(
  Object.entries(RULES).flatMap(([names, rule]) =>
    names.split(' ').map((name) => [name, rule] as const),
  ),
);

/** Names the samples that were left out since the last heading. */
export function nameSamples(reader: Reader): void {
  const { samples } = reader;
  if (samples.length === 0) return;
  reader.samples = [];
  addText(reader.inline, reader.moreSamples?.(samples) ?? '');
  endBlock(reader);
}

function endCell(reader: Reader): void {
  endBlock(reader);
  if (reader.table?.depth === 1) closeCell(reader.table);
}

/** Ends a table; writes it if none is open around it. */
export function endTable(reader: Reader, depth: number): void {
  const { table } = reader;
  if (table === undefined) return;
  table.depth = depth;
  if (depth > 0) return;
  closeCell(table);
  reader.table = undefined;
  const text = printTable(table);
  if (text !== '') write(reader, text);
}

/** True for a link to the item that it begins. */
function isName({ item: id, first, inline }: Reader, href: string): boolean {
  const isFirst = first !== undefined && inline.parts.length === 0;
  return isFirst && id !== '' && decodeSafely(href) === `#${id}`;
}
