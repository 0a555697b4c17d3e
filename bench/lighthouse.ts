import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserOptions } from '../test/support/browser.ts';

/** What Lighthouse says of a page on a phone. */
export interface Audit {
  /** Performance, accessibility, best practices, SEO: 0 to 100. */
  readonly scores: readonly number[];
  readonly paintMs: number;
  readonly blockingMs: number;
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const PACKAGES = ['node@24', 'lighthouse@latest'];

/** Runs Lighthouse, which npx gets with a Node that is new enough; this process may serve the page. */
export async function runLighthouse(url: string, work: string): Promise<Audit> {
  const { executablePath, args = [] } = browserOptions();
  const file = join(work, 'lighthouse.json');
  const flags = ['--headless=new', ...args.filter((flag) => !flag.includes('disable-features'))];
  await promisify(execFile)(
    'npx',
    [
      '-y',
      ...PACKAGES.flatMap((name) => ['-p', name]),
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    {
      // Not the folder of this package, where npx would look for the program first.
      cwd: work,
      env: { ...process.env, CHROME_PATH: executablePath },
    },
  );
  const { categories, audits }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const value = (name: string): number => Math.round(audits[name]?.numericValue ?? 0);
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    paintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
  };
}
