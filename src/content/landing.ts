import * as v from 'valibot';
import { object, scalarOr } from '../config/schema-check.ts';
import type { Span } from './source-text.ts';
import type { YamlMap, YamlNode } from './yaml/read-yaml.ts';

const TEXT = v.string();

const IMAGE = scalarOr(
  TEXT,
  object({
    /** Path or address. */
    src: TEXT,
    /** The image on a dark background. */
    dark: v.optional(TEXT),
    /** Alternative text. Default: empty, for a picture that adds nothing to the text. */
    alt: v.optional(TEXT),
  }),
);

export const HERO_SCHEMA = object({
  /** Heading of the page. */
  title: TEXT,
  /** Text below the heading. */
  text: v.optional(TEXT),
  /** Links below the text. */
  actions: v.optional(
    v.array(
      object({
        /** Text of the link. */
        label: TEXT,
        /** Destination, as in Markdown. */
        link: TEXT,
        /** Marks the main action. Default: the first one. */
        primary: v.optional(v.boolean()),
      }),
    ),
  ),
  /** Code blocks beside the text: Markdown with fences or code groups. */
  code: v.optional(TEXT),
  /** Image beside the text: a path, an address, or `src`, `dark` and `alt`. */
  image: v.optional(IMAGE),
});

export const FEATURE_SCHEMA = object({
  /** Name of an icon, an emoji, or an image with `src`, `dark` and `alt`. */
  icon: v.optional(IMAGE),
  /** Heading of the card. */
  title: TEXT,
  /** Text of the card. */
  text: v.optional(TEXT),
  /** Destination of the whole card, as in Markdown. */
  link: v.optional(TEXT),
});

/** The start of a home page that frontmatter describes. */
export interface Landing {
  readonly hero: Hero | undefined;
  readonly features: readonly Feature[];
}

/** A value of the frontmatter; texts may have HTML. */
export interface LandingText {
  readonly text: string;
  readonly span: Span;
}

export interface LandingImage {
  readonly src: LandingText;
  /** The image on a dark background. */
  readonly dark: LandingText | undefined;
  readonly alt: string;
}

export interface Hero {
  readonly title: LandingText | undefined;
  /** A second line of the heading. */
  readonly subtitle: LandingText | undefined;
  readonly lead: LandingText | undefined;
  readonly image: LandingImage | undefined;
  /** Markdown of code blocks. */
  readonly code: LandingText | undefined;
  readonly actions: readonly LandingAction[];
}

export interface LandingAction {
  readonly text: LandingText;
  readonly link: LandingText;
  readonly isPrimary: boolean;
}

export interface Feature {
  /** The name of an icon, an emoji or HTML, or an image. */
  readonly icon: LandingText | LandingImage | undefined;
  readonly title: LandingText;
  readonly text: LandingText | undefined;
  readonly link: LandingText | undefined;
  readonly linkText: LandingText | undefined;
}

/** A map of the frontmatter, which begins at an offset of its file. */
interface MapInFile {
  readonly map: YamlMap;
  readonly base: number;
}

/**
 * Reads `hero` and `features`, in docwright's keys and in those of VitePress and Starlight; undefined without both. Parts
 * of another shape are left out.
 */
export function readLanding(map: YamlMap, base: number): Landing | undefined {
  const root = { map, base };
  const hero = mapAt(root, 'hero');
  const features = itemsAt(root, 'features').flatMap(readFeature);
  if (hero === undefined && features.length === 0) return undefined;
  const read = hero && readHero(hero);
  // The heading of the page is that of a hero without one.
  const title = read?.title ?? (read?.subtitle === undefined ? textAt(root, 'title') : undefined);
  return { hero: read && { ...read, title }, features };
}

function readHero(map: MapInFile): Hero {
  const title = textAt(map, 'title');
  const text = textAt(map, 'text');
  return {
    title: title ?? textAt(map, 'name'),
    // In VitePress, `text` is the heading's second line, and the text below it is the tagline.
    subtitle: title === undefined ? text : undefined,
    lead: textAt(map, 'tagline') ?? (title === undefined ? undefined : text),
    image: imageAt(map, 'image'),
    code: textAt(map, 'code'),
    actions: readActions(itemsAt(map, 'actions')),
  };
}

function readActions(items: readonly MapInFile[]): readonly LandingAction[] {
  const isChosen = items.some((action) => isTrue(action, 'primary'));
  return items.flatMap((action, index) => {
    const label = textAt(action, 'label');
    const text = label ?? textAt(action, 'text');
    const link = textAt(action, 'link');
    // The default themes of VitePress and Starlight take an action without a look for a main one.
    const look = textAt(action, 'theme') ?? textAt(action, 'variant');
    const isMain = look === undefined || ['brand', 'primary'].includes(look.text);
    const isPrimary =
      label === undefined ? isMain : isChosen ? isTrue(action, 'primary') : index === 0;
    return text === undefined || link === undefined ? [] : [{ text, link, isPrimary }];
  });
}

function readFeature(map: MapInFile): readonly Feature[] {
  const title = textAt(map, 'title');
  if (title === undefined) return [];
  return [
    {
      icon: imageAt(map, 'icon') ?? textAt(map, 'icon'),
      title,
      text: textAt(map, 'text') ?? textAt(map, 'details'),
      link: textAt(map, 'link'),
      linkText: textAt(map, 'linkText'),
    },
  ];
}

function isTrue(at: MapInFile, key: string): boolean {
  const value = valueAt(at, key);
  return value?.kind === 'scalar' && value.value === true;
}

function valueAt({ map }: MapInFile, key: string): YamlNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

function mapAt(at: MapInFile, key: string): MapInFile | undefined {
  const map = valueAt(at, key);
  return map?.kind === 'map' ? { ...at, map } : undefined;
}

function itemsAt(at: MapInFile, key: string): readonly MapInFile[] {
  const value = valueAt(at, key);
  const items = value?.kind === 'list' ? value.items : [];
  return items.flatMap((map) => (map.kind === 'map' ? [{ ...at, map }] : []));
}

function textAt(at: MapInFile, key: string): LandingText | undefined {
  const value = valueAt(at, key);
  if (value?.kind !== 'scalar' || value.value === null) return undefined;
  const { start, end } = value.span;
  return { text: value.source, span: { start: start + at.base, end: end + at.base } };
}

/** `{ src, alt }`, `{ file, alt }` or `{ light, dark, alt }`; an address alone is an image of a hero. */
function imageAt(map: MapInFile, key: string): LandingImage | undefined {
  const image = mapAt(map, key);
  if (image === undefined) {
    const src = key === 'image' ? textAt(map, key) : undefined;
    return src && { src, dark: undefined, alt: '' };
  }
  // In VitePress, `light` and `dark` may be `{ src, alt }` themselves.
  const [light, dark] = [mapAt(image, 'light') ?? image, mapAt(image, 'dark')];
  const src = textAt(light, 'src') ?? textAt(image, 'file') ?? textAt(image, 'light');
  const alt = (textAt(image, 'alt') ?? textAt(light, 'alt'))?.text ?? '';
  return src && { src, dark: (dark && textAt(dark, 'src')) ?? textAt(image, 'dark'), alt };
}
