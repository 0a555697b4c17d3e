import * as v from 'valibot';
import { valueAt } from '../config/problem.ts';
import { object, record, text } from '../config/schema-check.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import { hasPlace } from '../shared/plural-messages.ts';
import { builderMessages } from '../shared/request/builder-messages.ts';
import {
  apiMessages,
  articleMessages,
  constraintMessages,
  searchMessages,
  uiMessages,
} from '../shared/ui-messages.ts';
import { createSourceText, locate } from './source-text.ts';
import { type ValueProblem, yamlReader } from './check-yaml.ts';
import { readYaml } from './yaml/read-yaml.ts';
import { isEmpty, nodeAt } from './yaml/values.ts';

const MESSAGE = text('message');

/** Translations of an English table, with the same `{name}` placeholders; `isCounted` if they may have plural forms. */
function table<const Name extends string>(
  english: Readonly<Record<Name, string>>,
  isCounted = false,
) {
  const names = Object.keys(english).filter((name): name is Name => Object.hasOwn(english, name));
  const messages = object(v.entriesFromList(names, v.exactOptional(MESSAGE)));
  return v.pipe(
    messages,
    v.rawCheck(({ dataset: { value: input }, addIssue }) => {
      for (const key of names) {
        const value = valueAt(input, key);
        if (typeof value !== 'string') continue;
        const message = english[key];
        const missing = [...message.matchAll(/\{(\w+)\}/g)]
          .map(([, name = '']) => name)
          .filter((name) => !hasPlace(value, name, isCounted));
        if (missing.length === 0) continue;
        const path = [{ type: 'unknown', origin: 'value', input, key, value }] as const;
        addIssue({
          message: `text with ${missing.map((name) => `{${name}}`).join(' and ')}`,
          input: value,
          path: [...path],
        });
      }
    }),
  );
}

/** The content of `i18n/<locale>/messages.yml`: messages by the keys of the English tables, labels by their text. */
export const MESSAGES_SCHEMA = object({
  /** The layout: navbar, sidebar, pager, banners, not-found page. */
  interface: v.optional(table(uiMessages), {}),
  /** The search dialog. */
  search: v.optional(table(searchMessages), {}),
  /** Headings, admonitions, code blocks, footnotes, posts of a blog. */
  article: v.optional(table(articleMessages, true), {}),
  /** The API reference. */
  api: v.optional(table(apiMessages, true), {}),
  /** The builder of requests in the API reference. */
  request: v.optional(table(builderMessages), {}),
  /** Constraints in the API reference. */
  constraints: v.optional(table(constraintMessages), {}),
  /** Labels of `site.config.ts` and `_category_.yml`, by their text. */
  labels: v.optional(record(v.string(), MESSAGE), {}),
});

const readSections = yamlReader(MESSAGES_SCHEMA, 2);

type MessagesFile = v.InferOutput<typeof MESSAGES_SCHEMA>;

export interface LocaleMessages extends Omit<MessagesFile, 'labels'> {
  /** Translations of labels, by their text in the configuration. */
  readonly labels: ReadonlyMap<string, LabelTranslation>;
}

export interface LabelTranslation {
  readonly text: string;
  /** Location of the translated label. */
  readonly location: Location;
}

export interface MessagesResult {
  readonly messages: LocaleMessages;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 0, maxDepth: 8, maxNodes: 20_000 };

/** Reads the UI messages of a locale. */
export function parseMessages(file: FilePath, raw: string): MessagesResult {
  const source = createSourceText(file, raw);
  const { root, problems } = readYaml(source.text, LIMITS);
  const refuse = ({ span, message, hint }: Pick<ValueProblem, 'span' | 'message' | 'hint'>) =>
    diagnostic('locale-messages', { message, hint, location: locate(source, span) });
  const syntax = problems.map(refuse);
  if (root === undefined || isEmpty(root)) return { messages: NO_MESSAGES, diagnostics: syntax };
  const { value, problems: wrong } = readSections(root);
  const diagnostics = [...syntax, ...wrong.map(refuse)];
  if (value === undefined) return { messages: NO_MESSAGES, diagnostics };
  const node = nodeAt(root, ['labels']);
  const entries = node?.kind === 'map' ? node.entries : [];
  const labels = new Map(
    entries.flatMap(({ key, keySpan }): (readonly [string, LabelTranslation])[] => {
      const translated = Object.hasOwn(value.labels, key) ? value.labels[key] : undefined;
      if (translated === undefined) return [];
      return [[key, { text: translated, location: locate(source, keySpan) }]];
    }),
  );
  return { messages: { ...value, labels }, diagnostics };
}

/** The messages of a locale: its own, then those that ship for its language. */
export function mergeMessages(
  shipped: LocaleMessages | undefined,
  own: LocaleMessages,
): LocaleMessages {
  if (shipped === undefined) return own;
  return {
    interface: { ...shipped.interface, ...own.interface },
    search: { ...shipped.search, ...own.search },
    article: { ...shipped.article, ...own.article },
    api: { ...shipped.api, ...own.api },
    request: { ...shipped.request, ...own.request },
    constraints: { ...shipped.constraints, ...own.constraints },
    labels: own.labels,
  };
}

const NO_MESSAGES: LocaleMessages = { ...v.parse(MESSAGES_SCHEMA, {}), labels: new Map() };
