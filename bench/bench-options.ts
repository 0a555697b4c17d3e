import { parseArgs } from 'node:util';
import { STATES, type State } from './bench-sites.ts';

/** What a run of the benchmark builds. */
export interface BenchOptions {
  readonly only: readonly string[] | undefined;
  readonly sizes: readonly number[];
  readonly states: readonly State[];
  readonly runs: number;
  /** Seconds after which a generator gets no further repetition at a size. */
  readonly patience: number;
  readonly large: boolean;
  readonly commands: boolean;
  readonly out: string;
  readonly bin: string;
  readonly before: string | undefined;
}

const HELP = `Builds one generated corpus with docwright and other generators, in turn, and writes bench/RESULTS.md.
Linux only. Packages of other generators are installed below the folder for temporary files on first use; Hugo has to
be installed.

npm run bench -- [options]
  --only <names>        of: docwright, docwright-jobs-1, docwright-jobs-2, docwright-before, hugo, hugo-section,
                        eleventy, vitepress, starlight; joined by commas (default: all)
  --sizes <numbers>     pages (default: 100,1000,4000,10000)
  --states <names>      of: ${STATES.join(', ')} (default: all)
  --runs <n>            repetitions (default: 3)
  --patience <seconds>  wall time after which a generator gets no further repetition at a size; after a single build
                        of this time, it gets no further build there (default: 120)
  --large               also build the sizes that take a generator minutes or gigabytes
  --no-commands         leave out docwright's other commands
  --out <file>          write here, or nowhere with - (default: bench/RESULTS.md)
  --bin <file>          docwright to measure (default: bin/docs.js)
  --before <file>       another docwright to build beside it: docwright-before
  --help                print this
`;

/** Reads the options of the command line; prints the help, or what is wrong, and exits. */
export function readOptions(names: readonly string[]): BenchOptions {
  const values = parse();
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const only = values.only === undefined ? undefined : list('--only', values.only, names);
  const states = list('--states', values.states ?? STATES.join(','), STATES);
  return {
    only,
    sizes: values.sizes.split(',').map((size) => count('--sizes', size)),
    // The later states build on the first.
    states: STATES.filter((state) => state === 'cold' || states.includes(state)),
    runs: count('--runs', values.runs),
    patience: count('--patience', values.patience),
    large: values.large,
    commands: !values['no-commands'],
    out: values.out,
    bin: values.bin,
    before: values.before,
  };
}

function parse() {
  const options = {
    only: { type: 'string' },
    sizes: { type: 'string', default: '100,1000,4000,10000' },
    states: { type: 'string' },
    runs: { type: 'string', default: '3' },
    patience: { type: 'string', default: '120' },
    large: { type: 'boolean', default: false },
    'no-commands': { type: 'boolean', default: false },
    out: { type: 'string', default: 'bench/RESULTS.md' },
    bin: { type: 'string', default: 'bin/docs.js' },
    before: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function list(option: string, value: string, known: readonly string[]): readonly string[] {
  const names = value.split(',');
  const wrong = names.find((name) => !known.includes(name));
  return wrong === undefined
    ? names
    : fail(`${option}: ${wrong} is not one of ${known.join(', ')}`);
}

function count(option: string, value: string): number {
  const number = Number(value);
  return Number.isInteger(number) && number > 0
    ? number
    : fail(`${option}: ${value} is no positive integer`);
}

function fail(message: string): never {
  console.error(`${message}\nnpm run bench -- --help lists the options`);
  process.exit(2);
}
