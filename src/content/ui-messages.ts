import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';

import { nearest } from '../diagnostics/nearest.ts';
import type { FilePath } from '../shared/paths.ts';
import {
  type ApiTexts,
  type ArticleTexts,
  apiTexts,
  articleTexts,
  type ConstraintTexts,
  constraintTexts,
  type SearchTexts,
  searchTexts,
  type Texts,
  texts,
} from '../shared/texts.ts';
import { createSourceText, locate, type SourceText } from './source-text.ts';

import { asText, isEmpty } from './yaml/keys.ts';
import { readYaml, type YamlEntry, type YamlNode, type YamlSpan } from './yaml/read-yaml.ts';

/** What `i18n/<locale>/texts.yml` says. */
export interface LocaleTexts {
  readonly interface: Partial<Texts>;
  readonly search: Partial<SearchTexts>;
  readonly article: Partial<ArticleTexts>;
  readonly api: Partial<ApiTexts>;
  readonly constraints: Partial<ConstraintTexts>;
  /** Translations of texts of the configuration, by that text. */
  readonly labels: ReadonlyMap<string, LabelTranslation>;
}

export interface LabelTranslation {
  readonly text: string;
  /** Of the text that is translated. */
  readonly location: Location;
}

export interface LocaleTextsResult {
  readonly texts: LocaleTexts;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 0, maxDepth: 8, maxNodes: 20_000 };

const SECTIONS = ['interface', 'search', 'article', 'api', 'constraints', 'labels'];

interface Reading {
  readonly source: SourceText;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads a locale's table of texts: `interface`, `search`, `article`, `api` and `constraints` by the names of the English
 * tables, `labels` by the text that stands in the configuration.
 */
export function parseLocaleTexts(file: FilePath, text: string): LocaleTextsResult {
  const source = createSourceText(file, text);
  const { root, problems } = readYaml(source.text, LIMITS);
  const reading: Reading = { source, diagnostics: [] };
  for (const { message, hint, span } of problems) refuse(reading, span, { message, hint });
  const sections = new Map(entriesOf(reading, root).map((entry) => [entry.key, entry]));
  for (const { key, keySpan } of sections.values()) {
    if (!SECTIONS.includes(key)) refuse(reading, keySpan, unknownName(key, SECTIONS));
  }
  const section = (name: string): readonly YamlEntry[] =>
    entriesOf(reading, sections.get(name)?.value);
  return {
    texts: {
      interface: readTable(reading, section('interface'), texts),
      search: readTable(reading, section('search'), searchTexts),
      article: readTable(reading, section('article'), articleTexts),
      api: readTable(reading, section('api'), apiTexts),
      constraints: readTable(reading, section('constraints'), constraintTexts),
      labels: readLabels(reading, section('labels')),
    },
    diagnostics: reading.diagnostics,
  };
}

function entriesOf(reading: Reading, node: YamlNode | undefined): readonly YamlEntry[] {
  if (node === undefined || isEmpty(node)) return [];
  if (node.kind === 'map') return node.entries;
  refuse(reading, node.span, { message: 'texts must be names with values' });
  return [];
}

/** The texts of an interface table; each has the same `{name}` placeholders as the English one. */
function readTable<Name extends string>(
  reading: Reading,
  entries: readonly YamlEntry[],
  english: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const isName = (key: string): key is Name => Object.hasOwn(english, key);
  const table: Partial<Record<Name, string>> = {};
  for (const { key, keySpan, value } of entries) {
    if (!isName(key)) {
      refuse(reading, keySpan, unknownName(key, Object.keys(english)));
      continue;
    }
    const text = textOf(reading, value);
    if (text === undefined) continue;
    const placeholders = english[key].match(/\{\w+\}/g) ?? [];
    const missing = placeholders.filter((name) => !text.includes(name));
    if (missing.length === 0) table[key] = text;
    else refuse(reading, value.span, { message: `the text needs ${missing.join(' and ')}` });
  }
  return table;
}

function readLabels(
  reading: Reading,
  entries: readonly YamlEntry[],
): ReadonlyMap<string, LabelTranslation> {
  return new Map(
    entries.flatMap(({ key, keySpan, value }) => {
      const text = textOf(reading, value);
      return text === undefined ? [] : [[key, { text, location: locate(reading.source, keySpan) }]];
    }),
  );
}

function textOf(reading: Reading, node: YamlNode): string | undefined {
  const text = asText(node);
  if (text === undefined || text === '') {
    refuse(reading, node.span, { message: 'the value must be a text' });
    return undefined;
  }
  if (!/[^\P{Cc}\t\n]/u.test(text)) return text;
  refuse(reading, node.span, { message: 'the text has a control character' });
  return undefined;
}

function unknownName(name: string, known: readonly string[]): Refusal {
  const near = nearest(name, known);
  const shown = known.slice(0, MOST_NAMES).join(', ');
  const names = known.length > MOST_NAMES ? `${shown} …` : shown;
  return {
    message: `"${name}" is not the name of a text`,
    hint: near === undefined ? `names: ${names}` : `did you mean "${near}"?`,
  };
}

/** Names that a hint lists. */
const MOST_NAMES = 12;

interface Refusal {
  readonly message: string;
  readonly hint?: string | undefined;
}

function refuse(
  { source, diagnostics }: Reading,
  span: YamlSpan,
  { message, hint }: Refusal,
): void {
  const location = locate(source, span);
  diagnostics.push(diagnostic('locale-texts', { message, hint, location }));
}
