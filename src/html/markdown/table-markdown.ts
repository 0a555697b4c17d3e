type Align = '' | 'left' | 'center' | 'right';

interface Cell {
  readonly align: Align;
  readonly columns: number;
  readonly rows: number;
}

/** A table whose rows are collected. Tables in a cell are parts of its text. */
export interface OpenTable {
  /** Number of open tables. */
  depth: number;
  readonly rows: string[][];
  readonly aligns: Align[];
  /** The blocks of the open cell. */
  cell: string[] | undefined;
  /** The open cell itself. */
  open: Cell;
  /** True if the first row ends with a header cell: one at its start alone is that of the row. */
  hasHeader: boolean;
  /** Number of further rows that a cell of each column takes. */
  readonly spans: number[];
}

export function newTable(): OpenTable {
  const open: Cell = { align: '', columns: 1, rows: 1 };
  return { depth: 1, rows: [], aligns: [], cell: undefined, open, hasHeader: false, spans: [] };
}

/** Largest number of columns or rows that a cell takes. */
const MAX_SPAN = 50;

export function openCell(table: OpenTable, cell: Cell & { readonly isHeader: boolean }): void {
  if (table.rows.length === 0) table.rows.push([]);
  if (table.rows.length === 1) table.hasHeader = cell.isHeader;
  table.cell = [];
  table.open = cell;
}

export function closeCell(table: OpenTable): void {
  const { cell, rows, spans, open, aligns } = table;
  const row = rows.at(-1);
  if (cell === undefined || row === undefined) return;
  // Adds the columns that cells of earlier rows take.
  for (let left = spans[row.length] ?? 0; left > 0; left = spans[row.length] ?? 0) {
    spans[row.length] = left - 1;
    row.push('');
  }
  table.cell = undefined;
  const columns = Math.min(Math.max(open.columns, 1), MAX_SPAN);
  for (let index = 0; index < columns; index += 1) {
    spans[row.length] = Math.min(Math.max(open.rows, 1), MAX_SPAN) - 1;
    aligns[row.length] ??= open.align;
    row.push(index === 0 ? cell.join('<br>') : '');
  }
}

/** Prints a table of GitHub's Markdown; without header cells, its header is empty. */
export function printTable({ rows, aligns, hasHeader }: OpenTable): string {
  const filled = rows.filter((row) => row.length > 0);
  const columns = filled.reduce((most, { length }) => Math.max(most, length), 0);
  if (columns === 0) return '';
  const empty = Array.from({ length: columns }, () => '');
  const [head = empty, ...body] = hasHeader ? filled : [empty, ...filled];
  const line = empty.map((_, index) => RULES[aligns[index] ?? '']);
  return [printRow(head, columns), `| ${line.join(' | ')} |`]
    .concat(body.map((row) => printRow(row, columns)))
    .join('\n');
}

const RULES: Readonly<Record<Align, string>> = {
  '': '---',
  left: ':---',
  center: ':---:',
  right: '---:',
};

function printRow(row: readonly string[], columns: number): string {
  const cells = Array.from({ length: columns }, (_, index) =>
    (row[index] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' '),
  );
  return `| ${cells.join(' | ')} |`;
}

/** Returns the alignment in a class of Markdown tables, or in an attribute. */
export function alignOf(text: string): Align {
  if (text.includes('right')) return 'right';
  if (text.includes('center')) return 'center';
  return text.includes('left') ? 'left' : '';
}
