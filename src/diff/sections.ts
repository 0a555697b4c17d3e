/** The parts of a report beside the text of pages. */
import { byLevel, operationsOf } from '../api-history/print-changes.ts';
import { type Change, messageOf } from '../api-history/rules.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { CHANGES, type Comparison, printRank } from '../search/evaluate/compare.ts';
import { align } from '../shared/align.ts';
import type { DiffSection, MenuEntry, PageChange, Side, SideFinding } from './types.ts';

type Items = DiffSection['items'];

interface Sides {
  readonly before: Side;
  readonly after: Side;
  readonly pages: readonly PageChange[];
}

/** All sections with something in them. */
export function diffSections(
  sides: Sides,
  search: Pick<Comparison, 'changes'> | undefined,
  api: readonly Change[],
): readonly DiffSection[] {
  const all: readonly DiffSection[] = [
    { key: 'api', title: 'API', items: apiItems(api) },
    { key: 'layout', title: 'On all pages', items: layoutItems(sides) },
    {
      key: 'redirects',
      title: 'Redirects that are needed',
      note: 'for `redirects` of site.config.ts',
      isCode: true,
      items: redirectItems(sides),
    },
    { key: 'findings', title: 'New findings', items: findingItems(sides) },
    { key: 'menus', title: 'Menus', items: menuItems(sides) },
    { key: 'search', title: 'Search', items: search === undefined ? [] : searchItems(search) },
    { key: 'scripts', title: 'Size of scripts', items: scriptItems(sides) },
  ];
  return all.filter(({ items }) => items.length > 0);
}

function layoutItems({ before, after }: Sides): Items {
  const parts = [...after.layout].flatMap(([name, print]) =>
    before.layout.get(name) === print ? [] : [name],
  );
  return parts.length === 0 ? [] : [{ line: `changed: ${parts.join(', ')}`, data: { parts } }];
}

/** Lost addresses: of moved pages with the new one, of removed ones with the nearest page above. */
function redirectItems({ after, pages }: Sides): Items {
  const lost = pages.flatMap(({ change, route, from }) =>
    change === 'removed'
      ? [{ from: route, to: nearestAbove(after, route), isCertain: false }]
      : change === 'moved' && from !== undefined
        ? [{ from, to: route, isCertain: true }]
        : [],
  );
  return lost
    .filter(({ from }) => !after.isRedirected(from))
    .toSorted((a, b) => compareStrings(a.from, b.from))
    .map(({ from, to, isCertain }) => ({
      line: `{ from: ${quote(from)}, to: ${quote(to)} },${isCertain ? '' : ' // removed: is this the best page?'}`,
      data: { from, to, certain: isCertain },
    }));
}

function nearestAbove({ pages }: Side, route: string): string {
  const parts = route.split('/');
  const above = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
  return above.find((folder) => pages.has(folder)) ?? '/';
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (char) => `\\${char}`)}'`;
}

/** Findings in moved files are the old ones. */
function findingItems({ before, after, pages }: Sides): Items {
  const files = new Map(
    pages.flatMap(({ from, file }) => {
      const old = from === undefined ? undefined : before.pages.get(from)?.file;
      return old === undefined || file === undefined ? [] : [[old, file] as const];
    }),
  );
  const keyOf = ({ code, file, subject }: SideFinding): string =>
    JSON.stringify([code, files.get(file) ?? file, subject]);
  const known = new Set(before.findings.map(keyOf));
  return after.findings
    .filter((finding) => finding.severity !== 'info' && !known.has(keyOf(finding)))
    .map(({ code, severity, message, file, line, column }) => {
      const place = [file, line, column]
        .filter((part) => part !== undefined && part !== '')
        .join(':');
      return {
        line: `${severity}[${code}]: ${message}${place === '' ? '' : ` (${place})`}`,
        data: { code, severity, message, file, line: line ?? null, column: column ?? null },
      };
    });
}

/** Entries that were added, removed, renamed or moved, by menu. */
function menuItems({ before, after, pages }: Sides): Items {
  const moved = new Map(
    pages.map(({ from = '', route }) => [
      before.pages.get(from)?.href,
      after.pages.get(route)?.href,
    ]),
  );
  const menus = new Set([...before.menus, ...after.menus].map(({ menu }) => menu));
  return [...menus].flatMap((menu) => {
    const of = (side: Side): readonly MenuEntry[] =>
      side.menus.filter((entry) => entry.menu === menu);
    const [old, now] = [of(before), of(after)];
    const keyOf = ({ trail, href }: MenuEntry): string => JSON.stringify([trail, href]);
    const steps = align(old.map(keyOf), now.map(keyOf));
    const removed = steps.flatMap(({ from = -1, to }) =>
      to === undefined ? (old[from] ?? []) : [],
    );
    const added = steps.flatMap(({ from, to = -1 }) => (from === undefined ? (now[to] ?? []) : []));
    const left = new Set(removed);
    const lines = added.map((entry) => {
      const open = removed.filter((gone) => left.has(gone));
      const same =
        open.find(({ href }) => href !== '' && (moved.get(href) ?? href) === entry.href) ??
        open.find((gone) => isSame(gone, entry));
      if (same === undefined) return itemOf('added', entry);
      left.delete(same);
      if (!isSame(entry, same)) return itemOf('renamed', entry, same);
      return entry.href === same.href ? itemOf('moved', entry) : itemOf('address', entry, same);
    });
    return [...[...left].map((entry) => itemOf('removed', entry)), ...lines];
  });
}

function isSame(a: MenuEntry, b: MenuEntry): boolean {
  return a.trail.join('\n') === b.trail.join('\n');
}

/** Begins with a word: nothing that an author names can begin a heading or a list. */
function itemOf(
  change: 'added' | 'removed' | 'moved' | 'renamed' | 'address',
  { menu, trail, href }: MenuEntry,
  old?: MenuEntry,
): Items[number] {
  const isAddress = change === 'address' && old !== undefined;
  const before = old === undefined || isAddress ? '' : `${old.trail.join(' › ')} → `;
  const target = href === '' ? '' : ` (${isAddress ? `${old.href} → ` : ''}${href})`;
  return {
    line: `${isAddress ? 'other address' : change} in ${menu}: ${before}${trail.join(' › ')}${target}`,
    data: {
      menu,
      change,
      trail,
      href,
      before: old && { trail: old.trail, href: old.href },
    },
  };
}

/** The worst first; pages show other texts. */
function apiItems(changes: readonly Change[]): Items {
  const shown = changes.filter(({ level }) => level !== 'text');
  return byLevel(shown).map((change) => {
    const { level, code, operations, direction, file, pointer } = change;
    const { before = null, after = null } = change;
    const others = operationsOf(change);
    return {
      line: `${level}: ${messageOf(change)}${others === '' ? '' : ` (${others})`}`,
      data: { level, code, operations, direction, file, pointer, before, after },
    };
  });
}

function searchItems({ changes }: Pick<Comparison, 'changes'>): Items {
  return changes
    .filter(({ change }) => change !== 'unchanged' && change !== 'new')
    .toSorted((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change))
    .map(({ change, before, after }) => {
      const { query } = after.query;
      return {
        line: `${change}: "${query}" ${printRank(before.rank)} → ${printRank(after.rank)}`,
        data: { query, change, before: before.rank ?? null, after: after.rank ?? null },
      };
    });
}

function scriptItems({ before, after }: Sides): Items {
  if (before.scripts === after.scripts) return [];
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  const more = after.scripts - before.scripts;
  return [
    {
      line: `${kilobytes(before.scripts)} → ${kilobytes(after.scripts)} (${more > 0 ? '+' : ''}${more} bytes, uncompressed)`,
      data: { before: before.scripts, after: after.scripts },
    },
  ];
}
