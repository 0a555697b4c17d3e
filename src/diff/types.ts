import type { Severity } from '../diagnostics/codes.ts';

/** `text`: a paragraph or anything else; `code`: its words are lines; `media`: an image, a video or an embedded page. */
export type BlockKind = 'heading' | 'text' | 'item' | 'row' | 'code' | 'media';

/**
 * A word as text: with a space before it if it has one, and after `\0` the target of the link that it is in. Between the
 * cells of a row, `CELL`. Of media, the first word is the address, with the fingerprint of the
 * file as its target, the others are its text.
 */
export type Word = string;

export const CELL: Word = '\t';

/** Begins the fingerprint of an embedded file. */
export const FILE = 'file:';

/** A part of a finished article, without its markup. */
export interface Block {
  readonly kind: BlockKind;
  /** Of a heading. */
  readonly id?: string | undefined;
  readonly words: readonly Word[];
}

/** Facts of a side about a page; its blocks are in the cache, by their fingerprint. */
export interface PageFacts {
  readonly route: string;
  readonly href: string;
  readonly title: string;
  readonly description: string;
  /** Its source, relative to the site folder. */
  readonly file: string | undefined;
  readonly print: string;
}

/** A link in a menu, with the labels above it. */
export interface MenuEntry {
  readonly menu: string;
  readonly trail: readonly string[];
  readonly href: string;
}

/** A finding with what stays the same when lines are added above it. */
export interface SideFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly subject: string;
}

/** One side of a comparison. */
export interface Side {
  /** By route, in order. */
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** The anchors that others may link to, by path. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  readonly isRedirected: (route: string) => boolean;
  readonly menus: readonly MenuEntry[];
  readonly findings: readonly SideFinding[];
  /** Fingerprints of what all pages share, by its name. */
  readonly layout: ReadonlyMap<string, string>;
  /** Bytes of all scripts. */
  readonly scripts: number;
}

/** A run of words: on both sides, or on one. */
export interface WordRun {
  readonly side: 'both' | 'old' | 'new';
  readonly words: readonly Word[];
}

/** `link`: only a target of a link is another one. */
export type Aspect = 'heading' | 'words' | 'code' | 'table' | 'link' | 'media';

export interface BlockChange {
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  readonly aspect: Aspect;
  readonly kind: BlockKind;
  /** The heading above it, with its id. */
  readonly section: { readonly title: string; readonly id: string };
  /** Empty for a block that is elsewhere. */
  readonly runs: readonly WordRun[];
  /** Whether many pages have this change: it is listed once. */
  readonly isShared?: boolean;
  /** Positions among the blocks of both sides; of a removed block, `to` is that of the one that follows. */
  readonly from: number | undefined;
  readonly to: number;
}

/** A page that readers see otherwise. */
export interface PageChange {
  readonly change: 'added' | 'removed' | 'moved' | 'changed';
  readonly route: string;
  readonly title: string;
  readonly file: string | undefined;
  /** Of a moved page: where it was, and how much of it is the same, from 0 to 1. */
  readonly from?: string;
  readonly same?: number;
  /** The title or description before, if it is another one and nothing in the article tells. */
  readonly oldTitle?: string | undefined;
  readonly oldDescription?: string | undefined;
  readonly blocks: readonly BlockChange[];
  readonly lostAnchors: readonly string[];
  readonly words: { readonly added: number; readonly removed: number };
}

/** The same change of many pages, such as of an included text. */
export interface SharedChange {
  readonly change: BlockChange;
  readonly routes: readonly string[];
}

/** Anything else that changed, as lines of text and as data. */
export interface DiffSection {
  readonly key: 'layout' | 'menus' | 'redirects' | 'search' | 'api' | 'findings' | 'scripts';
  readonly title: string;
  /** Advice, such as where to paste the lines. */
  readonly note?: string;
  /** Whether the lines are code to paste. */
  readonly isCode?: boolean;
  readonly items: readonly { readonly line: string; readonly data: object }[];
}

/** The changes for readers. */
export interface SiteDiff {
  readonly ref: string;
  /** The merge base. */
  readonly commit: string;
  /** The number of pages of the new side, and the address of each. */
  readonly total: number;
  readonly hrefs: ReadonlyMap<string, string>;
  /** The worst first: removed, moved, changed by size, added. */
  readonly pages: readonly PageChange[];
  readonly shared: readonly SharedChange[];
  readonly sections: readonly DiffSection[];
}
