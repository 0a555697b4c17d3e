import type { ResolvedConfig } from '../config/site-config.ts';
import type { ImageSize, ImageSizes } from '../content/image-size.ts';
import { isExternal, printFile, toRoute, toSitePath } from '../shared/paths.ts';
import { type ConfigPath, configHref, type LayoutContext } from './layout-context.ts';

type SiteTag = ResolvedConfig['head'][number];

/** An image of link previews. */
export interface PreviewImage extends Partial<ImageSize> {
  /** An address, or a URL without the origin. */
  readonly href: string;
  readonly alt?: string | undefined;
}

/** The parts of a site that browsers, home screens and link previews show. */
export interface Identity {
  readonly favicon: string | undefined;
  /** For pages without their own image. */
  readonly image: PreviewImage | undefined;
  /** Further elements in the head of every page. */
  readonly head: readonly SiteTag[];
  /** Content of the web app manifest, if the build makes one. */
  readonly manifest: string | undefined;
}

export const MANIFEST = 'manifest.webmanifest';

/** Reads the identity of a site from its configuration, else from the names of its static files. */
export function siteIdentity(context: LayoutContext, imageSizes: ImageSizes): Identity {
  const { config, statics } = context.graph;
  const has = (path: string): boolean => statics.has(toSitePath(path));
  const address = (src: string, path: ConfigPath, isIcon = false): string =>
    configHref(context, isExternal(src) ? src : toRoute(src), {
      path,
      kind: 'asset',
      written: src,
      ...(isIcon ? { loads: 'img' as const } : {}),
    }).href;
  const file = (given: string | undefined, key: string, names: string): string | undefined => {
    if (given !== undefined) return address(given, [key], true);
    const found = names.split(' ').find(has);
    return found === undefined ? undefined : printFile(found, context.style);
  };
  const favicon = file(config.favicon, 'favicon', 'favicon.svg favicon.ico favicon.png');
  const touchIcon = file(config.touchIcon, 'touchIcon', 'apple-touch-icon.png');
  const own = `${MANIFEST} site.webmanifest`.split(' ').find(has);
  const icons = manifestIcons(context, imageSizes);
  const isMade = own === undefined && icons.length > 0;
  const manifest = own ?? (isMade ? MANIFEST : undefined);
  const tags: readonly SiteTag[] = [
    ...themeColors(context),
    ...(touchIcon === undefined ? [] : [linkTag('apple-touch-icon', touchIcon)]),
    ...(manifest === undefined ? [] : [linkTag('manifest', printFile(manifest, context.style))]),
  ];
  return {
    favicon,
    image: siteImage(context, { imageSizes, address }),
    head: tags.filter((tag) => !config.head.some((other) => isSameKind(tag, other))),
    manifest: isMade ? printManifest(context, icons) : undefined,
  };
}

function linkTag(rel: string, href: string): SiteTag {
  return { tag: 'link', attributes: { rel, href } };
}

function isSameKind(one: SiteTag, other: SiteTag): boolean {
  return ['rel', 'name'].some(
    (key) => one.attributes[key] !== undefined && one.attributes[key] === other.attributes[key],
  );
}

function themeColors({ graph: { config } }: LayoutContext): readonly SiteTag[] {
  const { themeColor, colorMode } = config;
  if (themeColor === undefined) return [];
  const tag = (content: string, media?: string): SiteTag => ({
    tag: 'meta',
    attributes: { name: 'theme-color', content, ...(media === undefined ? {} : { media }) },
  });
  if (typeof themeColor === 'string') return [tag(themeColor)];
  if (colorMode.disableSwitch) return [tag(themeColor[colorMode.default])];
  return (['light', 'dark'] as const).map((mode) =>
    tag(themeColor[mode], `(prefers-color-scheme: ${mode})`),
  );
}

interface ImageFinder {
  readonly imageSizes: ImageSizes;
  readonly address: (src: string, path: ConfigPath) => string;
}

function siteImage(
  { graph: { config, statics }, style, translate }: LayoutContext,
  { imageSizes, address }: ImageFinder,
): PreviewImage | undefined {
  const given = config.image;
  const { src, alt } = typeof given === 'object' ? given : { src: given };
  const found = src ?? ['og.png', 'og.jpg'].find((name) => statics.has(toSitePath(name)));
  if (found === undefined) return undefined;
  const path = typeof given === 'object' ? ['image', 'src'] : ['image'];
  const href = src === undefined ? printFile(found, style) : address(src, path);
  const local = statics.get(toSitePath(found));
  const size = local && imageSizes(local.absolute);
  return { href, ...size, ...(alt === undefined ? {} : { alt: translate(alt) }) };
}

interface ManifestIcon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

/** The icons for home screens, if there is a raster image: `icon-<size>.png`, the touch icon, and a favicon of lines. */
function manifestIcons(
  { graph: { config, statics }, style }: LayoutContext,
  imageSizes: ImageSizes,
): readonly ManifestIcon[] {
  const touch = config.touchIcon ?? 'apple-touch-icon.png';
  const pictures = [...statics].flatMap(([path, { absolute }]): readonly ManifestIcon[] => {
    const name = path.slice(1);
    if (name !== touch && !/^icon-\d+\.png$/.test(name)) return [];
    const size = imageSizes(absolute);
    if (size === undefined) return [];
    const sizes = `${size.width}x${size.height}`;
    return [{ src: printFile(name, style), sizes, type: 'image/png' }];
  });
  if (pictures.length === 0) return [];
  const lines = config.favicon ?? 'favicon.svg';
  const isVector = lines.endsWith('.svg') && statics.has(toSitePath(lines));
  const vector = { src: printFile(lines, style), sizes: 'any', type: 'image/svg+xml' };
  return isVector ? [vector, ...pictures] : pictures;
}

/** A web app manifest (W3C) of a site that opens in a browser's tab. */
function printManifest(
  { graph: { config }, locale, translate }: LayoutContext,
  icons: readonly ManifestIcon[],
): string {
  const { themeColor, tagline, baseUrl, colorMode } = config;
  const color = typeof themeColor === 'object' ? themeColor[colorMode.default] : themeColor;
  const title = translate(config.title);
  const shortName = translate(config.navbar.title);
  const manifest = {
    name: title,
    ...(shortName === title || shortName === '' ? {} : { short_name: shortName }),
    ...(tagline === '' ? {} : { description: translate(tagline) }),
    lang: locale.htmlLang,
    dir: locale.dir,
    start_url: baseUrl,
    scope: baseUrl,
    display: 'browser',
    ...(color === undefined ? {} : { theme_color: color }),
    icons,
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
