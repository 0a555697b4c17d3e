import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBuildProfile } from '../../../src/cli/build-command.ts';
import { asTyped } from '../../../src/cli/print.ts';
import { countsByCode, createProgress } from '../../../src/cli/report.ts';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';

/** What a run prints whose pages take 100 ms each. */
function printed(isTTY: boolean, isService: boolean): string {
  let text = '';
  let time = 0;
  const stream = {
    isTTY,
    write: (part: string) => {
      text += part;
    },
  };
  const progress = createProgress({ enabled: true, stream, isService, now: () => time });
  progress.update({ step: 'parse' });
  time = 1000;
  progress.update({ step: 'bundle' });
  for (let done = 0; done <= 40; done += 4) {
    progress.update({ step: 'render', done, total: 40 });
    time += 400;
  }
  progress.end();
  return text;
}

describe('commands in messages', () => {
  const TEXT = 'a.md:1:1  error\n  1 | `docs init`\n  hint: run `docs build`, or "docs dev"';
  const shown = (script: string, agent?: string): string => {
    const { argv } = process;
    vi.stubEnv('npm_config_user_agent', agent);
    onTestFinished(() => {
      process.argv = argv;
      vi.unstubAllEnvs();
    });
    process.argv = ['node', script];
    return asTyped(TEXT).split('hint: ')[1] ?? '';
  };

  it('are spelled as they can be typed', () => {
    const own = '/site/node_modules/.bin/docs';
    expect(shown(own)).toBe('run `npx docs build`, or "npx docs dev"');
    expect(shown(own, 'pnpm/9.0.0 node/v22')).toBe(
      'run `pnpm exec docs build`, or "pnpm exec docs dev"',
    );
    const started = 'C:\\site\\node_modules\\docwright\\bin\\docs.js';
    expect(shown(started, 'npm/10.0.0 node/v22')).toContain('`npx docs build`');
    for (const global of ['/usr/bin/docs', '/usr/lib/node_modules/docwright/bin/docs.js'])
      expect(shown(global)).toBe('run `docs build`, or "docs dev"');
    process.argv = ['node', own];
    expect(asTyped(TEXT)).toContain('1 | `docs init`');
  });
});

describe('progress', () => {
  it('is one line of a terminal, with the time left after a fifth', () => {
    const lines = printed(true, true).split('\r\u001B[K');
    expect(lines.slice(1, 6)).toEqual([
      'bundle …',
      'render …',
      'render 4 of 40 pages',
      'render 8 of 40 pages, about 4 s left',
      'render 12 of 40 pages, about 3 s left',
    ]);
    expect(lines.at(-1)).toBe('');
  });

  it('is a few plain lines in the log of a service, and nothing elsewhere', () => {
    expect(printed(false, true).split('\n')).toEqual([
      'bundle',
      'render',
      'render 25 % of 40 pages',
      'render 50 % of 40 pages',
      'render 75 % of 40 pages',
      'render 100 % of 40 pages',
      '',
    ]);
    expect(printed(false, false)).toBe('');
  });
});

describe('the summary', () => {
  it('counts problems by code, and names how many pages show one of the layout', () => {
    const shown = { href: '/x', suggestions: [], pages: 40 };
    const found = [
      diagnostic('empty-page', { message: '' }),
      diagnostic('page-not-found', { message: '', link: shown }),
      diagnostic('page-not-found', { message: '' }),
      diagnostic('search-late', { message: '' }),
    ];
    expect(countsByCode(found)).toBe(' (page-not-found 2 on 40 pages, empty-page 1)');
    expect(countsByCode([])).toBe('');
  });

  it('names the three slowest of the slow pages', () => {
    const profile = createBuildProfile();
    for (const time of [150, 900, 300, 250, 800]) profile.onPage(`/p${time}`, time);
    expect(profile.slowest(3, 200).map(({ route }) => route)).toEqual(['/p900', '/p800', '/p300']);
  });
});
