import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { printedAbout, readMistakes, rewriteMistakes } from '../support/mistakes.ts';
import type { SiteFiles } from '../support/site.ts';

/*
Typical mistakes of authors, with exactly what they see. A file of `mistakes/` has cases of this form:

    === Title of the mistake
    $ docs check-links --verbose
    --- site.config.ts
    export default { … };
    --- add content/docs/guide.md
    [x](nowhere.md)
    --- remove content/index.md
    --- printed
    content/docs/guide.md:7:5  error  page-not-found  …

The line with the command is optional (`docs build`). `--- path` writes a file, `--- add path` adds lines at its end (in
`site.config.ts` inside the object), `--- remove path` deletes it; `→` is a tab. `--- printed` is everything above the
summary, with the site folder as `<site>`; a last line `…` leaves out the rest. The normal site is below.

`MISTAKES=write npx vitest run --project unit test/diagnostics/mistakes.test.ts` writes what is printed now: read it as
the author who made the mistake. Does it name the location, the cause, and a remedy that works when followed literally?
*/

const NORMAL: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Acme',
  url: 'https://docs.acme.example',
};
`,
  'content/index.md': '# Acme\n\nRead the [guide](docs/guide.md).\n',
  'content/docs/guide.md':
    '# Guide\n\n## Install the package\n\nSee [the example](./example.md).\n\n',
  'content/docs/example.md':
    '# Example\n\nGo back to the [guide](./guide.md#install-the-package).\n\n',
  'content/docs/images/plan.png': 'PNG',
  'openapi/shop.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses: { '200': { description: All orders } }
`,
};

const folder = fileURLToPath(new URL('mistakes/', import.meta.url));
const isRewriting = process.env['MISTAKES'] === 'write';

const files = readdirSync(folder).sort();
const all = files.flatMap((name) => readMistakes(join(folder, name)));

describe('the list of mistakes', () => {
  it('has at least 100, each once', () => {
    const titles = all.map(({ title, printed }) => `${title}\n${printed}`);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThanOrEqual(100);
  });

  it('says what to do about each', () => {
    const bare = all.flatMap(({ title, printed }) =>
      printed
        .split('\n\n')
        .filter((finding) => /^(?:\S+:\d+:\d+ {2})?(?:error|warning)[ :]/.test(finding))
        .filter((finding) => !/^ {2}hint: |did you mean|^error: .+: .+/m.test(finding))
        .map((finding) => `${title}: ${finding}`),
    );
    expect(bare).toEqual([]);
  });
});

describe.each(files)('%s', (name) => {
  const file = join(folder, name);
  const now = new Map<string, string>();

  it.each(readMistakes(file).map((mistake) => [mistake.title, mistake] as const))(
    '%s',
    async (title, mistake) => {
      const printed = await printedAbout(mistake, NORMAL);
      now.set(title, printed);
      if (isRewriting) return;
      const { printed: wanted } = mistake;
      if (!wanted.endsWith('\n…')) expect(printed).toBe(wanted);
      else expect(`${printed.slice(0, wanted.length - 1)}…`).toBe(wanted);
    },
  );

  afterAll(() => {
    if (isRewriting) rewriteMistakes(file, now);
  });
});
