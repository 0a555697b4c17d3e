import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pagesOf, pageUrl, type Session, somePages } from './dev-edits.ts';
import type { Sight } from './dev-screen.ts';
import { clock } from './dev-server.ts';

/** The times of one kind of change in milliseconds, from the write to the frame. */
export interface ChangeTimes {
  readonly title: string;
  readonly times: readonly number[];
}

/** A change that is visible on the open page. */
interface Change {
  readonly title: string;
  readonly path: string;
  /** Undefined removes the file. */
  readonly text: string | undefined;
  readonly sight: Sight;
}

/** Measures all kinds of changes except edits, `count` times each, with a docs page open. */
export async function otherChanges(
  session: Session,
  count: number,
): Promise<readonly ChangeTimes[]> {
  const { siteDir, server, screen, live, offset } = session;
  const [shown = ''] = somePages(siteDir, 1);
  await screen.open(pageUrl(server, shown));
  const times = new Map<string, number[]>();
  for (let turn = 1; turn <= count; turn += 1) {
    for (const { title, path, text, sight } of changesOf(dirname(shown), turn)) {
      await wait(300);
      const file = join(siteDir, path);
      mkdirSync(dirname(file), { recursive: true });
      const seen = await screen.see(sight, () => {
        if (text === undefined) rmSync(file);
        else writeFileSync(file, text);
      });
      times.set(title, [...(times.get(title) ?? []), seen.shown - offset - seen.changed]);
      await live.settled(seen.changed);
    }
  }
  return [...times].map(([title, all]) => ({ title, times: all }));
}

function changesOf(folder: string, turn: number): readonly Change[] {
  const mark = `Turn${turn}`;
  const added = `${folder}/added-${turn}.md`;
  const inSidebar = { selector: '.sidebar', text: mark };
  return [
    {
      title: 'new page, in the sidebar',
      path: added,
      text: `---\ntitle: ${mark}\nsidebar_position: 0\n---\n\nText.\n`,
      sight: { type: 'text', ...inSidebar },
    },
    {
      title: 'deleted page, out of the sidebar',
      path: added,
      text: undefined,
      sight: { type: 'gone', ...inSidebar },
    },
    {
      title: 'style sheet',
      path: 'templates/styles.css',
      text: `h1 { outline-offset: ${turn}px; }\n`,
      sight: { type: 'style', selector: 'h1', property: 'outlineOffset', value: `${turn}px` },
    },
    {
      title: 'template',
      path: 'templates/Footer.tsx',
      text: `export function Footer() {\n  return <footer>${mark}</footer>;\n}\n`,
      sight: { type: 'text', selector: 'footer', text: mark },
    },
    {
      title: 'configuration, in the navbar',
      path: 'site.config.ts',
      text: `export default {
  title: 'Benchmark', url: 'https://docs.example.com', navbar: { title: '${mark}' },
};\n`,
      sight: { type: 'text', selector: 'nav', text: mark },
    },
  ];
}

/** Milliseconds from the last of many writes until the whole site has been checked in its new state. */
export async function manyAtOnce(session: Session, count: number): Promise<number> {
  const { siteDir, server, live } = session;
  const files = pagesOf(siteDir).slice(0, count);
  for (const file of files) {
    const path = join(siteDir, file);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nChanged with all the others.\n`);
  }
  const written = clock();
  const settled = await live.settled(written);
  for (const file of [files[0], files.at(-1)]) {
    const answer = await fetch(pageUrl(server, file ?? ''));
    if (!(await answer.text()).includes('Changed with all the others.'))
      throw new Error(`${file} is not what was written`);
  }
  return settled - written;
}
