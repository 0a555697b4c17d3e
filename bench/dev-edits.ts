import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStream } from './dev-live.ts';
import type { Screen, Seen } from './dev-screen.ts';
import { clock, type DevProcess } from './dev-server.ts';

/** The time of one edit by phase, in milliseconds. */
export interface EditTime {
  /** From the end of the write to the frame. */
  readonly total: number;
  /** From the end of the write until the server gets the event. */
  readonly watch: number;
  /** Until the server has notified the pages. */
  readonly update: number;
  /** Until the frame. */
  readonly browser: number;
}

/** A server with an open page and its live stream. */
export interface Session {
  readonly siteDir: string;
  readonly server: DevProcess;
  readonly live: LiveStream;
  readonly screen: Screen;
  /** Milliseconds by which the page's clock is ahead. */
  readonly offset: number;
  readonly random: () => number;
}

// Waits for varying times, so that edits occur in all states of the background work.
const PAUSE = { least: 200, more: 400 };
const PAGES = 4;

/** Edits the body of shown pages, in the middle of the scrolled content. */
export async function bodyEdits(session: Session, count: number): Promise<readonly EditTime[]> {
  return edits(session, count, (text, mark) => {
    const headings = [...text.matchAll(/^## .+\n\n/gm)];
    const middle = headings[Math.floor(headings.length / 2)];
    const at = (middle?.index ?? 0) + (middle?.[0].length ?? 0);
    return {
      text: `${text.slice(0, at)}${mark} \`here\` in the middle.\n\n${text.slice(at)}`,
      selector: 'article',
    };
  });
}

/** Edits the title of shown pages, and waits until the sidebar has it. */
export async function titleEdits(session: Session, count: number): Promise<readonly EditTime[]> {
  return edits(session, count, (text, mark) => ({
    text: text.replace(/^title: .*$/m, `title: ${mark}`),
    selector: '.sidebar',
  }));
}

type Edit = (text: string, mark: string) => { readonly text: string; readonly selector: string };

async function edits(session: Session, count: number, edit: Edit): Promise<readonly EditTime[]> {
  const { siteDir, screen, live, server, random } = session;
  const times: EditTime[] = [];
  for (const file of somePages(siteDir, Math.min(PAGES, count))) {
    await screen.open(pageUrl(server, file));
    await screen.page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
    const path = join(siteDir, file);
    const original = readFileSync(path, 'utf8');
    for (let turn = 0; turn < count / PAGES; turn += 1) {
      await wait(PAUSE.least + random() * PAUSE.more);
      const mark = `Edit${times.length}x${Math.floor(random() * 1e6)}`;
      const { text, selector } = edit(original, mark);
      const seen = await screen.see({ type: 'text', selector, text: mark }, () =>
        writeFileSync(path, text),
      );
      times.push(editTime(session, seen));
    }
    const written = clock();
    writeFileSync(path, original);
    await live.settled(written);
  }
  return times;
}

function editTime({ live, server, offset }: Session, { changed, shown }: Seen): EditTime {
  const pushed = live.pushed(changed) ?? Number.NaN;
  const update = server.updates.find(({ at }) => at > changed)?.milliseconds ?? Number.NaN;
  const frame = shown - offset;
  return {
    total: frame - changed,
    watch: pushed - update - changed,
    update,
    browser: frame - pushed,
  };
}

/** Selects pages spread over a generated site, without the first one. */
export function somePages(siteDir: string, count: number): readonly string[] {
  const pages = pagesOf(siteDir);
  return Array.from(
    { length: count },
    (_, index) => pages[Math.floor(((index + 0.5) / count) * pages.length)] ?? '',
  );
}

/** Paths of the numbered pages of a generated site. */
export function pagesOf(siteDir: string): readonly string[] {
  return readdirSync(join(siteDir, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /page-\d+\.md$/.test(path))
    .toSorted()
    .map((path) => `content/${path.replaceAll('\\', '/')}`);
}

export function pageUrl({ url }: DevProcess, file: string): string {
  return url + file.replace(/^content\//, '').replace(/\.md$/, '/');
}
