import type { MarkdownIt, StateCore } from 'markdown-it';
import { addDefinitionLists } from '../../markdown/blocks/definitions.ts';
import type { ParseSession, SessionHolder } from '../../markdown/parse-session.ts';
import type { SpanFinder } from '../../markdown/positions.ts';
import { toFilePath } from '../../shared/paths.ts';
import type { Syntax } from '../syntax.ts';
import { addAttributeLists } from './attributes.ts';
import { addIndentedBlocks, type OpenGroups } from './containers.ts';
import { addApiReferences, addCrossReferences, addTemplates, noteForeign } from './foreign.ts';
import { addCommentHooks } from './hooks.ts';
import { addMarkdownInHtml } from './html.ts';
import { MKDOCS_INCLUDES } from './includes.ts';
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
  addInlineSyntax(md, (start, end) => noteForeign(holder.session, 'icon', spanOf(start, end)));
  // Later rules run first: each is added directly after the inline parser.
  addTextRules(md, holder, abbreviations);
  addAttributeLists(md, holder);
  addCommentHooks(md);
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
    const text = readFile(holder.session, '/mkdocs.yml') ?? '';
    if (text !== known.text) Object.assign(known, { text, settings: readSettings(text) });
    if (known.settings.hasUnicodeIds) holder.session.slugify = unicodeSlug;
  });
  md.core.ruler.before('inline', 'mkdocs_appended', (state) => {
    for (const path of known.settings.appended) {
      const text = readFile(holder.session, `/${path}`) ?? '';
      addDefinitions(state, text);
      for (const [, name = '', title = ''] of text.matchAll(/^\*\[([^\]\\\n]+)\]:[ \t]*(.*)$/gm))
        addAbbreviation(name, title.trim());
    }
  });
  return () => known.settings;
}

function readFile(session: ParseSession, path: string): string | undefined {
  const { source, readInclude, includes } = session;
  const result = readInclude(toFilePath(source.file), { path });
  for (const file of [...(result.looked ?? []), result.absolute]) includes.add(file);
  return result.ok ? result.text : undefined;
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

export const mkdocsSyntax: Syntax = { add: addRules, includes: MKDOCS_INCLUDES };
