import { DIALECTS, type Dialect } from '../../config/dialects.ts';
import type { YamlEntry } from '../yaml/read-yaml.ts';
import type { ContentDialect } from './content-dialect.ts';
import { docusaurus } from './docusaurus.ts';
import { mdbook } from './mdbook.ts';
import { mkdocs } from './mkdocs.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

const DIALECT_RULES: Readonly<Record<Dialect, ContentDialect>> = {
  docusaurus,
  vitepress,
  starlight,
  mkdocs,
  mdbook,
};

/** The rules of several dialects as one: for each rule, the first dialect that has it. */
export function contentDialect(dialects: readonly Dialect[]): ContentDialect {
  const rules = dialects.map((name) => DIALECT_RULES[name]);
  return Object.assign({}, ...rules.toReversed(), {
    keys: new Map(rules.toReversed().flatMap(({ keys }) => [...keys])),
  });
}

/** The entries that mean the same as one of another tool, if a tool has some. */
export function toolEntries(entry: YamlEntry): readonly YamlEntry[] {
  const all = toolsWithKey(entry.key).map((name) =>
    DIALECT_RULES[name].keys.get(entry.key)?.(entry),
  );
  return all.find((entries) => entries?.some(({ key }) => key !== entry.key)) ?? [];
}

/** The tools that have a frontmatter key. */
export function toolsWithKey(key: string): readonly Dialect[] {
  return DIALECTS.filter((name) => DIALECT_RULES[name].keys.has(key));
}
