import { parseArgs } from 'node:util';

/** What a run of the benchmark measures. */
export interface PageOptions {
  readonly only: readonly string[];
  readonly sizes: readonly number[];
  readonly runs: number;
  readonly lighthouse: boolean;
  readonly out: string;
}

const HELP = `Builds this site and a generated corpus with docwright, VitePress and Starlight, reads pages in Chromium, and writes
bench/PAGES.md. Packages of the others are installed below the folder for temporary files on first use.

npm run bench:page -- [options]
  --only <names>     of: this-site, docwright, vitepress, starlight; joined by commas (default: all)
  --sizes <numbers>  pages of the corpus (default: 100,1000); VitePress takes minutes for 1,000
  --runs <n>         repetitions of what is timed (default: 3)
  --lighthouse       also run Lighthouse (mobile) on pages of this site; npx gets it
  --out <file>       write here, too, or nowhere with - (default: bench/PAGES.md)
  --help             print this
`;

/** Reads the options of the command line; prints the help and exits where it is asked for. */
export function readPageOptions(): PageOptions {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'this-site,docwright,vitepress,starlight' },
      sizes: { type: 'string', default: '100,1000' },
      runs: { type: 'string', default: '3' },
      lighthouse: { type: 'boolean', default: false },
      out: { type: 'string', default: 'bench/PAGES.md' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  return {
    only: values.only.split(','),
    sizes: values.sizes.split(',').filter(Boolean).map(Number),
    runs: Number(values.runs),
    lighthouse: values.lighthouse,
    out: values.out,
  };
}
