import { machine, spread } from './bench-report.ts';
import type { Audit } from './lighthouse.ts';
import type { Weight, Work } from './page-visit.ts';

/** A guide page of a site. */
export interface Guide {
  readonly title: string;
  readonly weight: Weight;
  readonly works: readonly Work[];
  /** Milliseconds from pressing on a link to the next page. */
  readonly navigations: Readonly<Record<'fast' | 'slow', readonly number[]>>;
  /** Milliseconds from pressing a control to its answer, by its name. */
  readonly controls: ReadonlyMap<string, readonly number[]>;
}

/** Another page of this site. */
interface OwnPage {
  readonly kind: string;
  readonly path: string;
}

export interface PageResults {
  readonly guides: Guide[];
  readonly pages: (OwnPage & { readonly bytes: number; readonly works: readonly Work[] })[];
  readonly audits: (OwnPage & { readonly audit: Audit })[];
  readonly versions: Map<string, string>;
  readonly failures: Map<string, string>;
}

type Table = readonly (readonly string[])[];

/** Prints the results as Markdown. */
export function printPageResults({ guides, pages, audits, ...run }: PageResults): string {
  const versions = [...run.versions].map(([name, version]) => `${name} ${version}`).join(', ');
  const failures = [...run.failures].map(([what, why]) => `- ${what}: ${why}`).join('\n');
  const works = [
    ...guides.map(({ title, works: of }) => ({ title, works: of })),
    ...pages.map(({ kind, path, works: of }) => ({
      title: `this site, ${kind}: ${path}`,
      works: of,
    })),
  ];
  return `${[
    '# What pages cost their readers',
    'Written by `npm run bench:page`; [README.md](README.md) tells how it measures. Times are minimum / median / maximum.',
    machine() + (versions === '' ? '' : `\n- ${versions}`),
    '## Bytes of a guide page\n\nkB with gzip -6, as sent. All without `ahead` is for the page itself, read without input.',
    table(weightTable(guides)),
    ...(pages.length === 0
      ? []
      : [
          'Other pages of this site, read without input:',
          table([['page', 'kB'], ...pages.map(({ path, bytes }) => [path, kilobytes(bytes)])]),
        ]),
    '## Work on a phone, four times slower\n\nTasks above 50 ms: number, longest and sum in ms.',
    table(workTable(works)),
    '## From an intent to its answer\n\nMilliseconds from pressing to the first frame with the answer, as the first press on a page in a warm browser.',
    table(answerTable(guides)),
    ...(audits.length === 0 ? [] : ['## Lighthouse, mobile', table(auditTable(audits))]),
    ...(failures === '' ? [] : ['## Not measured', failures]),
  ].join('\n\n')}\n`;
}

function weightTable(guides: readonly Guide[]): Table {
  return [
    [
      'site',
      'HTML',
      'CSS',
      'scripts',
      'others',
      'all',
      'requests',
      'ahead',
      'with a second page',
      'ahead of it',
    ],
    ...guides.map(({ title, weight: { page, requests, ahead, ...all } }) => [
      title,
      ...[page.html, page.css, page.script, page.other, page.all].map(kilobytes),
      String(requests),
      kilobytes(ahead),
      kilobytes(all.withNext),
      kilobytes(all.withNextAhead),
    ]),
  ];
}

function workTable(rows: readonly { title: string; works: readonly Work[] }[]): Table {
  const tasks = (lists: readonly (readonly number[])[]): string => {
    const worst = lists.toSorted((a, b) => sum(a) - sum(b))[Math.floor((lists.length - 1) / 2)];
    return worst === undefined || worst.length === 0
      ? 'none'
      : `${worst.length}, ${Math.max(...worst)}, ${sum(worst)}`;
  };
  return [
    ['page', 'LCP ms', 'layout shift', 'tasks before the first input', 'tasks to the second page'],
    ...rows.map(({ title, works }) => [
      title,
      spread(
        works.map(({ paintMs }) => paintMs),
        0,
      ),
      Math.max(...works.map(({ shift }) => shift)).toFixed(3),
      tasks(works.map(({ before }) => before)),
      tasks(works.map(({ all }) => all)),
    ]),
  ];
}

function answerTable(guides: readonly Guide[]): Table {
  const names = [...new Set(guides.flatMap(({ controls }) => [...controls.keys()]))];
  return [
    ['site', 'next page', 'next page, 4 times slower', ...names.map((name) => `${name}, slower`)],
    ...guides.map(({ title, navigations, controls }) => [
      title,
      spread(navigations.fast, 0),
      spread(navigations.slow, 0),
      ...names.map((name) => spread(controls.get(name) ?? [], 0)),
    ]),
  ];
}

function auditTable(audits: PageResults['audits']): Table {
  return [
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'blocking ms'],
    ...audits.map(({ kind, path, audit: { scores, paintMs, blockingMs } }) => [
      `${kind}: ${path}`,
      ...[...scores, paintMs, blockingMs].map(String),
    ]),
  ];
}

function table([head = [], ...rows]: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
