import { describe, expect, it } from 'vitest';
import { askSections, type Section } from '../../../support/search-outcomes.ts';

describe('sections that say the same', () => {
  const parameters = Array.from({ length: 20 }, (_, page): readonly Section[] => [
    [`Operation ${page}`, 'Does something.', { kind: 'operation', sectionRoute: `/api/${page}` }],
    [
      'Request-Key',
      'A key of your own for this request.',
      {
        kind: 'parameter',
        sectionRoute: `/api/${page}#header.Request-Key`,
        pageTitle: `Operation ${page}`,
      },
    ],
  ]).flat();
  const guide: Section = ['Rules', 'Send a request key with every write.'];
  const sections = [...parameters, guide];

  it('are all there, and in order of score', async () => {
    const { hits } = await askSections(sections, 'request key', { limit: 30 });
    expect(hits).toHaveLength(21);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('are in the order of their pages, and name them', async () => {
    const { hits } = await askSections(sections, 'request-key', { limit: 30 });
    const repeats = hits.filter(({ document }) => document.title === 'Request-Key');
    // The first has the words of the description, too.
    expect(repeats.slice(1).map(({ document }) => document.pageTitle)).toEqual(
      Array.from({ length: 19 }, (_, page) => `Operation ${page + 1}`),
    );
  });
});
