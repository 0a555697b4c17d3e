import { describe, expect, it } from 'vitest';
import type { SidebarCategory, SidebarEntry } from '../../../src/shared/page.ts';
import {
  openBranch,
  sharedBranch,
  sharedSidebar,
  sidebarBranch,
} from '../../../src/shared/sidebar.ts';

const LABELS = { before: '{count} before', after: '{count} more' };

function link(name: string): SidebarEntry {
  return { type: 'link', label: name, href: `/${name}` };
}

function category(label: string, items: readonly SidebarEntry[]): SidebarCategory {
  return { type: 'category', label, collapsible: true, collapsed: true, items };
}

function many(count: number): readonly SidebarEntry[] {
  return Array.from({ length: count }, (_, index) => link(`p${index}`));
}

function lineOf({ label, href }: SidebarEntry): string {
  return `${label} ${href}`;
}

function openItems(branch: ReturnType<typeof sidebarBranch>): readonly SidebarEntry[] {
  if (branch === undefined || !('entry' in branch) || branch.entry.type !== 'category') return [];
  return branch.entry.items;
}

/** What a reader sees of the branch: labels and addresses. */
function shown(path: readonly number[], items: readonly SidebarEntry[]): readonly string[] {
  const branch = sidebarBranch([category('all', items)], [0, ...path], LABELS);
  return openItems(branch).map(lineOf);
}

describe('sharedBranch', () => {
  const entries = [
    category('small', [...many(3), category('inner', many(3)), ...many(2)]),
    category('large', many(60)),
    link('top'),
  ];
  const paths = [
    ...[0, 1, 2, 4, 5].map((index) => [0, index]),
    ...[0, 1, 2].map((index) => [0, 3, index]),
    ...many(60).map((_, index) => [1, index]),
    [0],
    [0, 3],
    [2],
  ];

  it('names pages of one branch alike', () => {
    const branches = new Map<string, ReturnType<typeof sidebarBranch>>();
    for (const path of paths) {
      const key = sharedBranch(entries, path)?.join();
      const branch = sidebarBranch(entries, path, LABELS);
      if (key === undefined) continue;
      expect(branches.get(key) ?? branch, path.join()).toEqual(branch);
      branches.set(key, branch);
    }
    expect([...branches.keys()]).toEqual(['0', '0,3']);
  });
});

describe('sidebarBranch', () => {
  it('shows a category of up to 40 entries whole', () => {
    expect(shown([3], many(40))).toHaveLength(40);
  });

  it('shows the entries around the page of a larger one, with links to the next ones on each side', () => {
    const lines = shown([100], many(200));
    expect(lines).toHaveLength(42);
    expect(lines[0]).toBe('80 before /p79');
    expect(lines[1]).toBe('p80 /p80');
    expect(lines[40]).toBe('p119 /p119');
    expect(lines[41]).toBe('80 more /p120');
  });

  it('fills the window at both ends', () => {
    expect(shown([0], many(200))).toHaveLength(41);
    expect(shown([0], many(200)).at(-1)).toBe('160 more /p40');
    expect(shown([199], many(200))[0]).toBe('160 before /p159');
    expect(shown([199], many(200)).at(-1)).toBe('p199 /p199');
  });

  it('leads to the first page of a category beside the window', () => {
    const items = [...many(40), category('deep', [category('deeper', [link('inner')])])];
    expect(shown([0], items).at(-1)).toBe('1 more /inner');
  });

  it('keeps the inner category of the page open in the window', () => {
    const items = [...many(100), category('inner', [link('page')]), ...many(100)];
    const branch = sidebarBranch([category('all', items)], [0, 100, 0], LABELS);
    const inner = openItems(branch).find(({ label }) => label === 'inner');
    expect(inner).toMatchObject({ items: [{ label: 'page' }] });
  });
});

describe('a top level with very many entries', () => {
  /** What a page shows, by the shared part and what it adds. */
  const page = (entries: readonly SidebarEntry[], path: readonly number[]): readonly string[] =>
    openBranch(sharedSidebar(entries, LABELS), sidebarBranch(entries, path, LABELS)).map(lineOf);

  it('is shown whole up to 60 entries', () => {
    expect(page(many(60), [59])).toHaveLength(60);
  });

  it('shows the ones around the page, with links to the next ones on each side', () => {
    const lines = page(many(4000), [2000]);
    expect(lines).toHaveLength(62);
    expect(lines[0]).toBe('1970 before /p1969');
    expect(lines).toContain('p2000 /p2000');
    expect(lines[61]).toBe('1970 more /p2030');
  });

  it('shares its beginning with pages that stand elsewhere', () => {
    const lines = page(many(200), []);
    expect(lines).toHaveLength(61);
    expect(lines.at(-1)).toBe('140 more /p60');
  });

  it('keeps the category of the page open', () => {
    const entries = [...many(100), category('inner', [link('page')]), ...many(100)];
    const branch = sidebarBranch(entries, [100, 0], LABELS);
    expect(openBranch([], branch).find(({ label }) => label === 'inner')).toMatchObject({
      items: [{ label: 'page' }],
    });
  });
});
