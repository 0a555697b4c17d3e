import type { LineRange } from '../../content/include-file.ts';
import type { IncludeSyntax } from '../../markdown/expand/include-syntax.ts';

/** `<<< @/file.ts#region{1,3 ts} [Label]` alone in a line, and `<!--@include: ./file.md#region{3,10}-->`. */
export const VITEPRESS_INCLUDES: readonly IncludeSyntax[] = [
  {
    mark: '<<<',
    pattern: /(?<=^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)<<<[ \t]*([@./\w].*)$/g,
    read: (match, inCode) => {
      const { path, region, info } = readSnippet(match[1] ?? '');
      const request = { path, region, dedent: true };
      return inCode ? undefined : { kind: 'file', request, linksFrom: 'page', fence: info };
    },
  },
  {
    mark: '@include',
    pattern: /<!--\s*@include:\s*([^#{}>]+?)(?:#([\w-]+))?\s*(?:\{(\d*)(,?)(\d*)\})?\s*-->/g,
    read: ([, path = '', region, first, comma, last]) => {
      const lines = first === undefined ? undefined : [rangeOf(first, comma, last)];
      return { kind: 'file', request: { path, region, lines }, linksFrom: 'file' };
    },
  },
];

interface Snippet {
  readonly path: string;
  readonly region: string | undefined;
  /** Info string of the code block. */
  readonly info: string;
}

/** Reads what follows `<<<`; the language and the label default to the file's. */
function readSnippet(text: string): Snippet {
  const [, before = '', label] = /^(.*?)\s*(?:\[([^[\]`]+)\])?\s*$/.exec(text) ?? [];
  const [, name = '', options = ''] = /^(.*?)\s*(?:\{([^{}`]*)\})?$/.exec(before) ?? [];
  const [, path = '', region] = /^(.*?)(?:#([\w-]+))?$/.exec(name) ?? [];
  const [, lines = '', rest = ''] = /^\s*(\d[\d,-]*)?\s*(.*)$/.exec(options) ?? [];
  const [language = '', ...attributes] = rest.split(/\s+/);
  const file = path.split('/').at(-1) ?? '';
  const extension = /\.(\w+)$/.exec(file)?.[1] ?? '';
  const shown = [
    (language || extension) + (lines === '' ? '' : `{${lines}}`),
    ...attributes,
    `[${label ?? file}]`,
  ];
  return { path, region, info: shown.join(' ').replaceAll('`', '') };
}

function rangeOf(first: string, comma = '', last = ''): LineRange {
  const from = first === '' ? 1 : Number(first);
  if (comma === '') return { first: from, last: from };
  return { first: from, last: last === '' ? Number.POSITIVE_INFINITY : Number(last) };
}
