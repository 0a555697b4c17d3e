import type { Span } from '../source-text.ts';
import type { YamlMap, YamlNode } from '../yaml/read-yaml.ts';

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
  readonly name: LandingText | undefined;
  readonly text: LandingText | undefined;
  readonly tagline: LandingText | undefined;
  readonly image: LandingImage | undefined;
  readonly actions: readonly LandingAction[];
}

export interface LandingAction {
  readonly text: LandingText;
  readonly link: LandingText;
  readonly isPrimary: boolean;
}

export interface Feature {
  /** An emoji or HTML, or an image. */
  readonly icon: LandingText | LandingImage | undefined;
  readonly title: LandingText;
  readonly details: LandingText | undefined;
  readonly link: LandingText | undefined;
  readonly linkText: LandingText | undefined;
}

/** A map of the frontmatter, which begins at an offset of its file. */
interface MapInFile {
  readonly map: YamlMap;
  readonly base: number;
}

/** Reads `hero` and `features`; undefined without both. Parts of another shape are left out. */
export function readLanding(map: YamlMap, base: number): Landing | undefined {
  const root = { map, base };
  const hero = mapAt(root, 'hero');
  const features = itemsAt(root, 'features').flatMap(readFeature);
  if (hero === undefined && features.length === 0) return undefined;
  return { hero: hero && readHero(hero), features };
}

function readHero(map: MapInFile): Hero {
  const actions = itemsAt(map, 'actions').flatMap((action) => {
    const text = textAt(action, 'text');
    const link = textAt(action, 'link');
    // The default themes of VitePress and Starlight take an action without a look for the main one.
    const look = textAt(action, 'theme') ?? textAt(action, 'variant');
    const isPrimary = look === undefined || ['brand', 'primary'].includes(look.text);
    return text === undefined || link === undefined ? [] : [{ text, link, isPrimary }];
  });
  return {
    name: textAt(map, 'name') ?? textAt(map, 'title'),
    text: textAt(map, 'text'),
    tagline: textAt(map, 'tagline'),
    image: imageAt(map, 'image'),
    actions,
  };
}

function readFeature(map: MapInFile): readonly Feature[] {
  const title = textAt(map, 'title');
  if (title === undefined) return [];
  return [
    {
      icon: imageAt(map, 'icon') ?? textAt(map, 'icon'),
      title,
      details: textAt(map, 'details'),
      link: textAt(map, 'link'),
      linkText: textAt(map, 'linkText'),
    },
  ];
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
  const src = textAt(image, 'src') ?? textAt(image, 'file') ?? textAt(image, 'light');
  const alt = textAt(image, 'alt')?.text ?? '';
  return src && { src, dark: textAt(image, 'dark'), alt };
}
