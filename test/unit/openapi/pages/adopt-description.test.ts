import { describe, expect, it } from 'vitest';
import {
  contextOf,
  describeOperation,
  firstOperation,
  rendered,
  structureProblems,
} from './support/page.ts';

const HEADING = '<h3 id="usage">Usage</h3><p><a href="#usage">there</a></p>';
const CODE = '<pre role="region" tabindex="0" aria-label="Code"><code>x</code></pre>';

describe('descriptions with ids and named regions', () => {
  const context = contextOf(
    describeOperation({
      description: 'one',
      parameters: [
        { name: 'a', in: 'query', description: 'two', schema: { type: 'string' } },
        { name: 'b', in: 'query', description: 'three', schema: { type: 'string' } },
      ],
      responses: {},
    }),
    { describe: ({ text }) => (text === '' ? '' : HEADING + CODE) },
  );
  const page = rendered(firstOperation(context), context);

  it('keep every id and name once, and their links', () => {
    expect(structureProblems(page)).toEqual([]);
    for (const id of ['usage', 'usage-1', 'usage-2']) {
      expect(page.article.ids.has(id)).toBe(true);
      expect(page.html).toContain(`<a href="#${id}">there</a>`);
    }
    expect(page.html.match(/aria-label="Code( \(\d\))?"/g)).toEqual([
      'aria-label="Code"',
      'aria-label="Code (2)"',
      'aria-label="Code (3)"',
    ]);
  });

  it('begin below the title with level 2', () => {
    expect(page.html).toContain('<h2 id="usage">Usage</h2>');
  });
});
