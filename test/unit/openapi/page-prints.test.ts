import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numbers, pick } from '../../invariants/support/random.ts';
import { openDescription } from '../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { buildApiSite, type SitePage } from './support/api-site.ts';

const EXAMPLES = 'node_modules/@readme/oas-examples';
const FILES = [
  `${EXAMPLES}/3.1/yaml/train-travel.yaml`,
  `${EXAMPLES}/3.0/yaml/polymorphism.yaml`,
  `${EXAMPLES}/3.0/yaml/link-example.yaml`,
  `${EXAMPLES}/3.0/yaml/discriminators.yaml`,
  `${EXAMPLES}/3.0/yaml/star-trek.yaml`,
  `${EXAMPLES}/2.0/yaml/petstore.yaml`,
];
const isFull = process.env['TEST_FULL'] === '1';
/** Edits of each description; fewer where they have left enough pages with the same fingerprint to compare. */
const EDITS = isFull ? 400 : 25;
const ENOUGH = EDITS * 8;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function readFile(file: string): Json {
  const { description } = openDescription(toFilePath(file), () => ({
    ok: true,
    text: readFileSync(file, 'utf8'),
  }));
  const value: Json = JSON.parse(JSON.stringify(description?.root.root));
  return value;
}

/** Moves paths and components, except for what only the main file can have, to files of their own kind. */
function inFiles(description: Json): { [file: string]: Json } {
  const text = JSON.stringify(description);
  const parsed = JSON.parse(text);
  const {
    paths,
    components: { securitySchemes, ...components },
    ...rest
  } = parsed;
  const moved = (value: object, own: string): { [key: string]: Json } =>
    JSON.parse(JSON.stringify(value).replaceAll(/"\$ref":"#\/components\//g, `"$ref":"${own}#/`));
  const items = Object.keys(paths).map((path) => [
    path,
    { $ref: `paths.json#/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` },
  ]);
  return {
    'api.yaml': {
      ...moved(rest, 'components.json'),
      paths: Object.fromEntries(items),
      components: { securitySchemes },
    },
    'paths.json': moved(paths, 'components.json'),
    'components.json': moved(components, ''),
  };
}

/** All places of a value, as lists of keys. */
function placesIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

/** Changes the scalar at a place, or removes what is there. */
function edited(value: Json, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) {
    if (typeof value === 'string') return `${value}x`;
    if (typeof value === 'number') return value + 1;
    return typeof value === 'boolean' ? !value : undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    const next = name === key ? edited(child, rest) : child;
    return next === undefined ? [] : [[name, next]];
  });
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

/** What must be the same for a page whose fingerprint is the same; its Markdown version is made of the HTML alone. */
function contentOf({ html, others, description }: SitePage): readonly string[] {
  return [html, others, description()];
}

/** A description of one file has a download for each operation: of several, it depends on all of them. */
function build(description: Json | undefined) {
  const [[, api = ''] = [], ...others] = Object.entries(description ?? {}).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  const downloads = others.length === 0 ? 'operations' : 'whole';
  return buildApiSite(api, { files: Object.fromEntries(others), downloads });
}

describe('the fingerprint of a page of a description', () => {
  it.each([
    ...FILES.map((file) => [file, (value: Json): Json => ({ 'api.yaml': value })] as const),
    [FILES[0] ?? '', inFiles] as const,
  ])(
    'changes with everything that the page shows of %s',
    (file, split) => {
      const description = split(readFile(file));
      const before = build(description);
      const places = placesIn(description).filter(({ length }) => length > 1);
      const random = numbers(3);
      let same = 0;
      for (let count = 0; count < EDITS && same < ENOUGH; count += 1) {
        const place = pick(places, random);
        const { pages } = build(edited(description, place));
        // Addresses count apart.
        if (
          pages.map(({ route }) => route).join() !== before.pages.map(({ route }) => route).join()
        )
          continue;
        for (const [at, page] of pages.entries()) {
          const earlier = before.pages[at];
          if (earlier?.print !== page.print) continue;
          same += 1;
          expect(contentOf(page), `${page.route} after ${place.join('/')}`).toEqual(
            contentOf(earlier),
          );
        }
      }
      expect(same).toBeGreaterThan(EDITS);
    },
    120_000,
  );
});
