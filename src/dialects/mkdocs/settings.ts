import type { MarkdownIt, StateCore } from 'markdown-it';
import { toFilePath } from '../../shared/paths.ts';
import type { ParseSession, SessionHolder } from '../../markdown/parse-session.ts';

/** The part of `mkdocs.yml` that changes how pages are read. */
export interface MkdocsSettings {
  /** Whether pages may contain template code. */
  readonly hasMacros: boolean;
  /** Whether the ids of headings keep letters of all languages. */
  readonly hasUnicodeIds: boolean;
  /** Files that are added to each page: definitions of links and abbreviations. */
  readonly appended: readonly string[];
}

const NONE: MkdocsSettings = { hasMacros: false, hasUnicodeIds: false, appended: [] };

/** Reads `mkdocs.yml` before each page, in the reader's cache; `addAbbreviation` gets those of appended files. */
export function followSettings(
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
