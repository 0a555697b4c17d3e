import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/search/query/engine.ts';
import { indexFile, searchSection } from '../../../support/search.ts';

describe('sections that say the same', () => {
  const parameters = Array.from({ length: 20 }, (_, page) =>
    searchSection('Request-Key', 'A key of your own for this request.', {
      sectionRoute: `/api/${page}#header.Request-Key`,
      pageTitle: `Operation ${page}`,
    }),
  );
  const guide = searchSection('Rules', 'Send a request key with every write.');
  const engine = createEngine(indexFile([...parameters, guide]));

  it('take one place of the list, and what says more is seen', () => {
    const { hits } = engine.search('request key');
    expect(hits[0]?.document.title).toBe('Request-Key');
    expect(hits[1]?.document.title).toBe('Rules');
  });

  it('are all there below', () => {
    const { hits } = engine.search('request key', { limit: 30 });
    expect(hits).toHaveLength(21);
    expect(hits.slice(2).every(({ document }) => document.title === 'Request-Key')).toBe(true);
  });
});
