import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createExcerpts,
  excerptAround,
  sectionText,
  type WantedExcerpt,
} from '../../../../src/client/search/excerpts.ts';
import { createMatcher } from '../../../../src/client/search/matches.ts';

describe('sectionText', () => {
  const html =
    '<h1 id="top">Page</h1><p>First &amp; <b>fore</b>most &lt;b&gt;.</p>' +
    '<h2 id="a&quot;b">A <a href="#">x</a></h2><p>Of the <code>a</code>.</p><button>Copy</button>' +
    '<h2 id="next">Next</h2><p>Of the next.</p>';

  it('is that of a section alone, up to the next heading', () => {
    expect(sectionText(html, '')).toBe('First & foremost <b>.');
    expect(sectionText(html, 'a"b')).toBe('Of the a.');
    expect(sectionText('<h2 id="n">N</h2><p>10&nbsp;kB &lt; 1&nbsp;MB</p>', 'n')).toBe(
      '10 kB < 1 MB',
    );
    expect(sectionText(html, 'next')).toBe('Of the next.');
  });

  it('is empty where there is no such section', () => {
    expect(sectionText(html, 'other')).toBe('');
    expect(sectionText('', 'other')).toBe('');
  });
});

describe('excerptAround', () => {
  it('keeps the beginning of a text that matches there', () => {
    expect(excerptAround('A token is short.', createMatcher(['token']))).toBe('A token is short.');
  });

  it('begins before the first match, between words', () => {
    const text = `${'before '.repeat(60)}token ${'after '.repeat(60)}`.trim();
    const excerpt = excerptAround(text, createMatcher(['token']));
    expect(excerpt).toMatch(/^… before .*token after .*after…$/);
    expect(excerpt.length).toBeLessThan(240);
  });
});

describe('excerptAround a text without spaces', () => {
  const text = `用 Vue ${'中文内容'.repeat(60)}组件库${'内容中文'.repeat(60)} 完`;

  it('shows the first match', () => {
    const excerpt = excerptAround(text, createMatcher(['组件']));
    expect(excerpt).toMatch(/^… .*组件库.*…$/);
    expect(excerpt.length).toBeGreaterThan(200);
    expect(excerpt.length).toBeLessThan(240);
  });

  it('is as long as another', () => {
    expect(excerptAround(text, createMatcher(['vue'])).length).toBeGreaterThan(200);
    expect(excerptAround(`a${'🎉'.repeat(300)}`, createMatcher(['a']))).not.toMatch(/\p{Cs}/u);
  });
});

interface Loading {
  readonly want: (...routes: readonly string[]) => void;
  readonly known: () => readonly string[];
  readonly requests: string[];
  readonly answer: (route: string, html: string | undefined) => Promise<void>;
}

function loading(mayLoad = true): Loading {
  const waiting = new Map<string, (html: string | undefined) => void>();
  const requests: string[] = [];
  const excerpts = createExcerpts({
    mayLoad: () => mayLoad,
    changed: () => {},
    loadHtml: (route) =>
      new Promise((resolve) => {
        requests.push(route);
        waiting.set(route, resolve);
      }),
  });
  const wanted = (sectionRoute: string): WantedExcerpt => ({
    document: { sectionRoute, content: 'Nothing.' },
    terms: ['token'],
  });
  return {
    want: (...routes) => excerpts.want(routes.map(wanted)),
    known: () => [...excerpts.known().values()],
    requests,
    answer: async (route, html) => {
      waiting.get(route)?.(html);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createExcerpts', () => {
  it('asks when the reader rests, three pages at a time', async () => {
    const { want, requests, answer, known } = loading();
    want('/a', '/b', '/c', '/d');
    await vi.advanceTimersByTimeAsync(149);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toEqual(['/a', '/b', '/c']);
    await answer('/b', '<h1>B</h1><p>A token.</p>');
    expect(requests).toEqual(['/a', '/b', '/c', '/d']);
    expect(known()).toEqual(['A token.']);
  });

  it('asks for nothing that the reader has typed on from', async () => {
    const { want, requests, answer, known } = loading();
    want('/a', '/b', '/c', '/d');
    await vi.advanceTimersByTimeAsync(150);
    want('/e');
    await answer('/a', '<p>A token.</p>');
    expect(known()).toEqual([]);
    expect(requests).toEqual(['/a', '/b', '/c']);
    await vi.advanceTimersByTimeAsync(150);
    await answer('/b', undefined);
    expect(requests).toEqual(['/a', '/b', '/c', '/e']);
  });

  it('asks for nothing with data saver, or where the text is known', async () => {
    const { want, requests } = loading(false);
    want('/a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(requests).toEqual([]);
  });
});
