import { type LineRange, parseLineRanges } from '../../content/include-file.ts';
import type { IncludeSyntax, Replacement } from '../../markdown/expand/include-syntax.ts';

/**
 * Snippets of PyMdown, `--8<-- "file.md:section"`, and the includes of plug-ins: `{% include-markdown "file.md" %}`,
 * `{!file.md!}` and code, `{* file.py ln[2:5] hl[3] *}`.
 */
export const MKDOCS_INCLUDES: readonly IncludeSyntax[] = [
  {
    mark: '8<-',
    pattern: /(;*)-{1,5}8<-{1,5}[ \t]+(["'])([^"'\n]+)\2/g,
    read: ([whole, escape = '', , target = '']) =>
      escape === ''
        ? readSnippet(target.trim(), whole)
        : { kind: 'text', text: whole.slice(1), written: whole.length },
  },
  {
    mark: 'include-markdown',
    pattern: /\{%-?[ \t]*include-markdown[ \t]+["']([^"'\n]+)["'][^%\n]*%\}/g,
    read: ([, path = ''], inCode) =>
      inCode ? undefined : { kind: 'file', request: { path }, linksFrom: 'file' },
  },
  {
    mark: '{!',
    pattern: /\{!-?[ \t]*([^!\s]+)[ \t]*!\}/g,
    read: ([, path = '']) => ({
      kind: 'file',
      request: { path: `/${path}` },
      linksFrom: 'page',
    }),
  },
  {
    mark: '{*',
    pattern: /\{\*[ \t]+([^\s*]+)((?:[ \t]+[a-z]+\[[^\]\n]*\])*)[ \t]*\*\}/g,
    read: ([, path = '', options = ''], inCode) => (inCode ? undefined : readCode(path, options)),
  },
];

/** Reads `file`, `file:section`, `file:3:9` and `file:1:3,5:7`; a file after a semicolon is not included. */
function readSnippet(target: string, whole: string): Replacement {
  const written = whole.length;
  if (target.startsWith(';')) return { kind: 'text', text: '', written };
  if (/^https?:/.test(target)) return { kind: 'text', text: `<${target}>`, written };
  const [, file = target, part] = /^(.*?)(?::([\w.:,-]+))?$/.exec(target) ?? [];
  const lines = part === undefined ? undefined : parseLineRanges(part);
  const region = lines === undefined ? part : undefined;
  return {
    kind: 'file',
    request: { path: `/${file}`, region, lines, dedent: true },
    linksFrom: 'page',
  };
}

/** The names of languages that are not the extension of their files. */
const LANGUAGES = new Map(
  Object.entries({ yml: 'yaml', md: 'markdown', sh: 'bash', js: 'javascript', txt: 'text' }),
);

function readCode(path: string, options: string): Replacement {
  const option = (name: string): string | undefined =>
    new RegExp(`(?:^|\\s)${name}\\[([^\\]]*)\\]`).exec(options)?.[1];
  const lines = parseLineRanges(option('ln') ?? '');
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? 'text';
  const marked = shownLines(parseLineRanges(option('hl') ?? '') ?? [], lines);
  const title = option('title')?.replace(/^["']|["']$/g, '');
  const info = [
    LANGUAGES.get(extension) ?? extension,
    ...(marked === '' ? [] : [`{${marked}}`]),
    ...(title === undefined ? [] : [`title="${title.replaceAll('"', '')}"`]),
  ];
  return {
    kind: 'file',
    request: { path: `/${path}`, lines },
    linksFrom: 'page',
    fence: info.join(' '),
  };
}

/** Lines of a file as lines of its shown part. */
function shownLines(marked: readonly LineRange[], shown: readonly LineRange[] | undefined): string {
  const numbers = marked.flatMap(({ first, last }) => {
    const count = Math.min(last - first + 1, MAX_MARKED);
    return Array.from({ length: Math.max(0, count) }, (_, index) => first + index);
  });
  return numbers
    .flatMap((line) => {
      let before = 0;
      for (const { first, last } of shown ?? [{ first: 1, last: Number.POSITIVE_INFINITY }]) {
        if (first <= line && line <= last) return [before + line - first + 1];
        before += last - first + 1;
      }
      return [];
    })
    .join(',');
}

const MAX_MARKED = 1000;
