import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type DiagnosticExample,
  readExplanations,
} from '../../../scripts/reference/diagnostics.ts';
import { componentProperties, PROPERTIES_FILE } from '../../../scripts/reference/components.ts';
import { referencePages } from '../../../scripts/reference/pages.ts';
import { site } from '../../support/site.ts';

const pages = await referencePages();

describe('the reference of the manual', () => {
  it.each([...pages, [PROPERTIES_FILE, componentProperties()]])(
    '%s is written by `npm run reference`',
    (path, content) => {
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('has no other pages', () => {
    const names = readdirSync('manual/reference').map((name) => `manual/reference/${name}`);
    expect(names.toSorted()).toEqual([...pages.keys()].toSorted());
  });

  it('has keys in each other with their types and defaults, and anchors for links', () => {
    const page = pages.get('manual/reference/configuration.md') ?? '';
    expect(page).toContain('## `navbar` {#navbar}');
    expect(page).toContain('### `navbar.logo` {#navbar-logo}');
    expect(page).toContain(
      '| <code id="key-search-maxsearchresults">maxSearchResults</code> | `number`, default: `8`<br>',
    );
  });

  it('keeps indented lines of a help together, in one block', () => {
    const page = pages.get('manual/reference/commands.md') ?? '';
    const outside = page.replace(/^(`{3,}).*?^\1$/gms, '');
    expect(outside.split('\n').filter((line) => line.startsWith('  '))).toEqual([]);
    expect(page).toContain('```text\n[\n  { "query": "reset password"');
  });

  it('has the flags of commands with their defaults, and examples', () => {
    const page = pages.get('manual/reference/commands.md') ?? '';
    expect(page).toContain('| `--keep-previous <n>` |');
    expect(page).toContain('```sh\ndocs build\n');
  });
});

/** Pages that examples link to. */
const SURROUNDINGS = {
  'content/docs/index.md': '# Start\n',
  'content/docs/install.md': '# Install\n\n## Linux\n',
};

async function codesOf(
  { file, files }: DiagnosticExample,
  text: string,
): Promise<readonly string[]> {
  const driver = site({ ...SURROUNDINGS, ...files, [file]: text });
  onTestFinished(driver.dispose);
  await driver.build();
  return driver.diagnostics().map((line) => line.split(' ').at(-1) ?? '');
}

const examples = readExplanations().flatMap(({ explanations }) =>
  explanations.flatMap(({ code, example }) =>
    example === undefined ? [] : [[code, example] as const],
  ),
);

describe('an example of a diagnostic', () => {
  it('exists for most codes', () => {
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(examples)('%s is reported, and its correction is not', async (code, example) => {
    expect(await codesOf(example, example.wrong)).toContain(code);
    if (example.right !== undefined) expect(await codesOf(example, example.right)).toEqual([]);
  });
});
