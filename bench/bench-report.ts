import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';
import type { CommandRow } from './bench-commands.ts';
import { STATE_TITLES, STATES, type State } from './bench-sites.ts';
import type { Generator } from './generators.ts';
import type { Usage } from './usage.ts';

/** All builds of one generator, size and state. */
export interface BuildRow {
  readonly name: string;
  readonly pages: number;
  readonly state: State;
  readonly usages: Usage[];
}

export interface Results {
  readonly rows: readonly BuildRow[];
  readonly commands: readonly CommandRow[];
  readonly versions: ReadonlyMap<string, string>;
  readonly failures: ReadonlyMap<string, string>;
  readonly sameBytes: ReadonlyMap<string, boolean>;
  readonly generators: readonly Generator[];
}

/** Prints the results as Markdown. */
export function printResults(results: Results): string {
  const { rows, generators, versions } = results;
  const sizes = [...new Set(rows.map(({ pages }) => pages))];
  const names = generators.map(
    ({ name, title }) => `| ${name} | ${title} | ${versions.get(name)} |`,
  );
  const parts = [
    '# Results of the benchmark',
    'Written by `npm run bench`; [README.md](README.md) tells how it measures.',
    machine(),
    ['| generator | | version |', '|---|---|---|', ...names].join('\n'),
    'CPU is user and system time of the process and its children, the peak is that of the largest process. Each cell has\nminimum / median / maximum. `hugo-section` has about as many links a page as docwright, `hugo` has a link to every page.',
    ...sizes.flatMap((pages) => sizeTables(pages, results)),
    ...slope(rows),
    ...commandTable(results.commands),
    ...notes(results),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The machine and the versions, as a list. */
export function machine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return [
    `- ${date}, docwright at commit ${commit}, Node ${process.version}`,
    `- ${first?.model.trim()}, ${cpus().length} cores, ${gigabytes} GB, Linux ${release()}`,
  ].join('\n');
}

function sizeTables(pages: number, { rows, generators }: Results): readonly string[] {
  const own = rows.filter((row) => row.pages === pages);
  const lines = STATES.flatMap((state) =>
    generators.flatMap(({ name }) => {
      const usages = own.find((row) => row.state === state && row.name === name)?.usages ?? [];
      return usages.length === 0 ? [] : [usageLine([STATE_TITLES[state], name], usages)];
    }),
  );
  const head = [
    '| state | generator | runs | CPU s | wall s | peak MB |',
    '|---|---|---|---|---|---|',
  ];
  return [
    `## ${pages.toLocaleString('en-US')} pages`,
    [...head, ...lines].join('\n'),
    ...ratios(own),
  ];
}

function usageLine(titles: readonly string[], usages: readonly Partial<Usage>[]): string {
  const cells = [
    ...titles,
    String(usages.length),
    spread(
      usages.map(({ cpuSeconds }) => cpuSeconds),
      2,
    ),
    spread(
      usages.map(({ wallSeconds }) => wallSeconds),
      2,
    ),
    spread(
      usages.map(({ peakMb }) => peakMb),
      0,
    ),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Minimum, median and maximum; nothing where nothing was measured. */
export function spread(numbers: readonly (number | undefined)[], digits: number): string {
  const sorted = numbers.filter((n) => n !== undefined).toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  const three = [sorted[0], median, sorted.at(-1)].filter((n) => n !== undefined);
  return three.map((n) => n.toFixed(digits)).join(' / ');
}

/** The least CPU time of each generator as a multiple of Hugo's. */
function ratios(rows: readonly BuildRow[]): readonly string[] {
  const least = (name: string, state: State): number | undefined => {
    const usages = rows.find((row) => row.name === name && row.state === state)?.usages ?? [];
    return usages.length === 0 ? undefined : Math.min(...usages.map((usage) => usage.cpuSeconds));
  };
  const states = STATES.filter((state) => rows.some((row) => row.state === state));
  const names = [...new Set(rows.map(({ name }) => name))];
  const lines = ['hugo', 'hugo-section']
    .filter((hugo) => names.includes(hugo))
    .flatMap((hugo) =>
      names
        .filter((name) => name !== hugo)
        .map((name) => {
          const cells = states.map((state) => {
            const [own, other] = [least(name, state), least(hugo, state)];
            return own === undefined || other === undefined ? '' : (own / other).toFixed(2);
          });
          return `| ${name} : ${hugo} | ${cells.join(' | ')} |`;
        }),
    );
  if (lines.length === 0) return [];
  const titles = states.map((state) => STATE_TITLES[state]);
  return [
    'Ratios of the least CPU times:',
    [`| | ${titles.join(' | ')} |`, `|---|${'---|'.repeat(states.length)}`, ...lines].join('\n'),
  ];
}

/** What each page more costs, between 1,000 and 10,000 pages. */
function slope(rows: readonly BuildRow[]): readonly string[] {
  const [small, large] = [1000, 10_000].map((pages) =>
    rows.find((row) => row.name === 'docwright' && row.state === 'cold' && row.pages === pages),
  );
  if (small === undefined || large === undefined) return [];
  const [from, to] = [small, large].map(({ usages }) =>
    Math.min(...usages.map((usage) => usage.cpuSeconds)),
  );
  const each = (((to ?? 0) - (from ?? 0)) * 1000) / (large.pages - small.pages);
  return [
    `docwright, cold, from 1,000 to 10,000 pages: ${each.toFixed(2)} CPU ms for each page more.`,
  ];
}

function commandTable(commands: readonly CommandRow[]): readonly string[] {
  if (commands.length === 0) return [];
  const lines = commands.map(({ title, usages }) => usageLine([title], usages));
  const head = ['| command | runs | CPU s | wall s | peak MB |', '|---|---|---|---|---|'];
  return ['## Other commands of docwright', [...head, ...lines].join('\n')];
}

function notes({ failures, sameBytes }: Results): readonly string[] {
  const compared = [...sameBytes].map(
    ([what, same]) => `- ${what}: ${same ? 'the same bytes' : '**other bytes**'}`,
  );
  const failed = [...failures].map(([what, why]) => `- ${what}: ${why}`);
  return [
    ...(compared.length > 0
      ? ['## Output beside that of a build from nothing', compared.join('\n')]
      : []),
    ...(failed.length > 0 ? ['## Not measured', failed.join('\n')] : []),
  ];
}
