import type { MarkdownIt, StateCore } from 'markdown-it';
import { type LineRange, parseLineRanges } from '../../content/include-file.ts';
import { addDefinitionLists } from '../../markdown/blocks/definitions.ts';
import type { IncludeSyntax, Replacement } from '../../markdown/expand/include-syntax.ts';
import { readIfThere, type SessionHolder } from '../../markdown/parse-session.ts';
import type { SpanFinder } from '../../markdown/positions.ts';
import type { Syntax } from '../syntax.ts';
import { mkdocs } from './mkdocs.ts';
import { addAttributeLists } from './attributes.ts';
import { addIndentedBlocks, type OpenGroups } from './containers.ts';
import { addApiReferences, addCrossReferences, addTemplates, noteForeign } from './foreign.ts';
import { addMarkdownInHtml } from './html.ts';
import { iconFiles, printIcon } from './icons.ts';
import { addInlineSyntax } from './inline.ts';
import { addSlashBlocks } from './slashes.ts';
import { addTextRules } from './text.ts';

/** Adds the syntax of MkDocs: Python-Markdown with the extensions of PyMdown and Material. */
function addRules(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const groups: OpenGroups = new WeakMap();
  addIndentedBlocks(md, holder, groups);
  addSlashBlocks(md, holder, groups);
  addDefinitionLists(md, holder);
  addMarkdownInHtml(md, holder);
  addApiReferences(md, holder);
  addCrossReferences(md);
  const abbreviations = new Map<string, string>();
  const settings = followSettings(md, holder, (name, title) => abbreviations.set(name, title));
  addTemplates(md, holder, { spanOf, isOn: () => settings().hasMacros });
  addInlineSyntax(md, {
    find: (set, name) =>
      iconFiles(set, name)
        .map((file) => printIcon(readIfThere(holder.session, file) ?? ''))
        .find((icon) => icon !== undefined),
    report: (start, end) => noteForeign(holder.session, 'icon', spanOf(start, end)),
  });
  // Later rules run first: each is added directly after the inline parser.
  addTextRules(md, holder, abbreviations);
  addAttributeLists(md, holder);
}

/** The part of `mkdocs.yml` that changes how pages are read. */
interface MkdocsSettings {
  /** Whether pages may contain template code. */
  readonly hasMacros: boolean;
  /** Whether the ids of headings keep letters of all languages. */
  readonly hasUnicodeIds: boolean;
  /** Files that are added to each page: definitions of links and abbreviations. */
  readonly appended: readonly string[];
}

const NONE: MkdocsSettings = { hasMacros: false, hasUnicodeIds: false, appended: [] };

/** Reads `mkdocs.yml` before each page, in the reader's cache; `addAbbreviation` gets those of appended files. */
function followSettings(
  md: MarkdownIt,
  holder: SessionHolder,
  addAbbreviation: (name: string, title: string) => void,
): () => MkdocsSettings {
  const known = { text: '', settings: NONE };
  md.core.ruler.before('block', 'mkdocs_settings_file', () => {
    const text =
      mkdocs.layout.configs.reduce<string | undefined>(
        (found, name) => found ?? readIfThere(holder.session, `/${name}`),
        undefined,
      ) ?? '';
    if (text !== known.text) Object.assign(known, { text, settings: readSettings(text) });
    if (known.settings.hasUnicodeIds) holder.session.slugify = unicodeSlug;
  });
  md.core.ruler.before('inline', 'mkdocs_appended', (state) => {
    for (const path of known.settings.appended) {
      const text = joinLines(readIfThere(holder.session, `/${path}`) ?? '').replace(
        /^-+8<-+[ \t]+"(.+)"$/gm,
        (_, inner: string) => readIfThere(holder.session, `/${inner}`) ?? '',
      );
      addDefinitions(state, text);
      for (const [, name = '', title = ''] of text.matchAll(/^\*\[([^\]\\\n]+)\]:[ \t]*(.*)$/gm))
        addAbbreviation(name, title.trim());
    }
  });
  return () => known.settings;
}

/** Finds the settings without reading YAML, whose tags name Python functions. */
function readSettings(text: string): MkdocsSettings {
  const yaml = text.replace(/^[ \t]*#.*$/gm, '');
  const toc = /^[ \t]*(?:- )?toc:[^\n]*\n((?:[ \t]{4,}[^\n]*\n)*)/m.exec(yaml)?.[1] ?? '';
  const list = /^[ \t]*auto_append:[ \t]*\n((?:[ \t]*-[^\n]*\n?)+)/m.exec(yaml)?.[1] ?? '';
  return {
    hasMacros: /^[ \t]*(?:- )?(?:[\w.]+\.)?macros(?::|[ \t]*$)/m.test(yaml),
    hasUnicodeIds: /\bslugify\b/.test(toc),
    appended: [...list.matchAll(/-[ \t]+["']?([^"'\n]+?)["']?[ \t]*$/gm)].map(
      ([, path = '']) => path,
    ),
  };
}

const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:[ \t]*<?([^\s>]+)>?/gm;

/** Adds definitions of links that the page does not have. */
function addDefinitions({ md, env }: StateCore, text: string): void {
  for (const [, label = '', href = ''] of text.matchAll(DEFINITION)) {
    env.references ??= {};
    env.references[md.utils.normalizeReference(label)] ??= { href, title: '' };
  }
}

/** The function `slugify` of PyMdown with lower case. */
function unicodeSlug(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-');
}

/**
 * Snippets of PyMdown, `--8<-- "file.md:section"`, and the includes of plug-ins: `{% include-markdown "file.md" %}`,
 * `{!file.md!}` and code, `{* file.py ln[2:5] hl[3] *}`.
 */
const MKDOCS_INCLUDES: readonly IncludeSyntax[] = [
  {
    mark: '8<-',
    pattern: /(;*)-{1,5}8<-{1,5}[ \t]+(["'])([^"'\n]+)\2/g,
    read: ([whole, escape = '', , target = '']) =>
      escape === ''
        ? readSnippet(target.trim(), whole)
        : { kind: 'text', text: whole.slice(1), written: whole.length },
  },
  {
    mark: 'include',
    pattern: /\{%-?[ \t]*include(?:-markdown)?[ \t]+(["'])(.+?)\1((?:[^%\n]|%(?!\}))*)%\}/g,
    read: ([, , path = '', options = ''], inCode) => {
      if (inCode) return undefined;
      const mark = (name: string): string | undefined =>
        new RegExp(`\\b${name}=(["'])(.*?)\\1`).exec(options)?.[2];
      const request = {
        // A path without dots begins at the docs.
        path: path.startsWith('.') ? path : `/${path}`,
        after: mark('start'),
        before: mark('end'),
      };
      return { kind: 'file', request, linksFrom: 'file' };
    },
  },
  {
    mark: '{!',
    pattern: /\{![+-]?>?[ \t]*([^!\s]+)[ \t]*!\}/g,
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

/** `{% include-markdown … %}` over several lines, and the files between two lines `--8<--`. */
function joinLines(body: string): string {
  const below = (text: string): string => '\n'.repeat(text.split('\n').length - 1);
  const tags = body.includes('include')
    ? body.replace(
        /\{%-?\s*include(?:-markdown)?\s(?:[^%]|%(?!\}))*%\}/g,
        (tag) => tag.replace(/\s*\n\s*/g, ' ') + below(tag),
      )
    : body;
  if (!tags.includes('8<-')) return tags;
  return tags.replace(
    /^([ \t]*)-{1,5}8<-{1,5}[ \t]*\n([^]*?)\n[ \t]*-{1,5}8<-{1,5}[ \t]*$/gm,
    (_, indent: string, files: string) =>
      `\n${files.replace(/^[ \t]*(\S.*?)[ \t]*$/gm, `${indent}--8<-- "$1"`)}\n`,
  );
}

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

export const mkdocsSyntax: Syntax = { add: addRules, joinLines, includes: MKDOCS_INCLUDES };
