/** Makes the images of link previews from a template of the site, with a package of the site. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf } from '../cache/file-hashes.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { imageSize } from '../content/image-size.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { fillSocialImage, NAMES, unknownPlaceholders } from '../render/social-image.ts';
import type { PageInput } from '../shared/page.ts';
import { FILES_FOLDER, type OutputPath, toOutputPath } from '../shared/paths.ts';
import type { LocateConfig } from '../site/graph-types.ts';

/** An image of a page. */
export interface SocialImage {
  /** Has a hash of the content. */
  readonly path: OutputPath;
  readonly width: number;
  readonly height: number;
  /** Draws it; undefined if that fails, which is reported. */
  readonly draw: () => Uint8Array | undefined;
}

export interface SocialImages {
  /** Changes with the template, its fonts and the package. */
  readonly key: string;
  readonly of: (input: PageInput) => SocialImage;
  /** Problems found so far. */
  readonly diagnostics: readonly Diagnostic[];
}

const PACKAGE = '@resvg/resvg-js';

/** The part of the package that is used. */
interface Resvg {
  new (svg: string, options: object): { render: () => { asPng: () => Uint8Array } };
}

interface OpenedImages {
  readonly images: SocialImages | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the template and loads the package from the site's folder. */
export async function openSocialImages(
  { siteDir, socialImage }: ResolvedConfig,
  locateConfig: LocateConfig,
): Promise<OpenedImages> {
  if (socialImage === undefined) return { images: undefined, diagnostics: [] };
  const refuse = (message: string, hint: string, key = 'template'): OpenedImages => {
    const location = locateConfig(['socialImage', key]);
    return {
      images: undefined,
      diagnostics: [diagnostic('social-image', { message, hint, location })],
    };
  };
  const template = textOfFile(join(siteDir, socialImage.template));
  const size = template === undefined ? undefined : imageSize(Buffer.from(template));
  if (template === undefined)
    return refuse(
      `there is no file "${socialImage.template}"`,
      'correct the path, or add the file',
    );
  if (size === undefined)
    return refuse(
      `"${socialImage.template}" is not an SVG file with a size`,
      'name an SVG file with width and height, or viewBox',
    );
  const found = await loadPackage(siteDir);
  if (typeof found === 'string')
    return refuse(
      `images of link previews are not made: ${found}`,
      `install ${PACKAGE} in the folder of the site; until then, pages have the site's image`,
    );
  const fonts = socialImage.fonts.map((font) => join(siteDir, font));
  const missing = fonts.findIndex((font) => !existsSync(font));
  if (missing >= 0)
    return refuse(
      `the font "${socialImage.fonts[missing]}" cannot be read`,
      'name a font file',
      'fonts',
    );
  const source = createSourceText(socialImage.template, template);
  const diagnostics = unknownPlaceholders(source.text).map(({ name, ...span }) =>
    diagnostic('social-image', {
      message: `there is no text "${name}" for the image`,
      hint: `known are ${NAMES.join(', ')}`,
      location: locate(source, span),
    }),
  );
  const key = hashOf(
    JSON.stringify([template, found.version, ...fonts.map((font) => hashOf(readFileSync(font)))]),
  );
  const font = { fontFiles: fonts, loadSystemFonts: fonts.length === 0 };
  const draw = (svg: string): Uint8Array | undefined => {
    try {
      return new found.Resvg(svg, { font }).render().asPng();
    } catch (error) {
      const message = `an image cannot be drawn: ${messageOfError(error)}`;
      const location = { file: socialImage.template, line: 1, column: 1 };
      if (diagnostics.every((known) => known.message !== message))
        diagnostics.push(diagnostic('social-image', { message, location }));
      return undefined;
    }
  };
  const of: SocialImages['of'] = (input) => {
    const svg = fillSocialImage(source.text, textsOf(input), size.width);
    // Names do not differ in case alone.
    const name = createHash('sha256')
      .update(key + svg)
      .digest('hex')
      .slice(0, 16);
    const path = toOutputPath(`${FILES_FOLDER}social-${name}.png`);
    return { path, ...size, draw: () => draw(svg) };
  };
  return { images: { key, of, diagnostics }, diagnostics: [] };
}

function textsOf({ page, site }: PageInput): Parameters<typeof fillSocialImage>[1] {
  return {
    title: page.title === '' ? site.title : page.title,
    description: page.description,
    section: page.breadcrumbs.length > 1 ? (page.breadcrumbs[0]?.label ?? '') : '',
    site: site.title,
  };
}

/** The class of the package and its version; a message if it cannot be loaded. */
async function loadPackage(
  siteDir: string,
): Promise<{ readonly Resvg: Resvg; readonly version: string } | string> {
  const { resolve } = createRequire(join(siteDir, 'package.json'));
  try {
    const file = resolve(PACKAGE);
    const loaded: unknown = await import(pathToFileURL(file).href);
    const version = readFileSync(resolve(`${PACKAGE}/package.json`), 'utf8');
    return isPackage(loaded) ? { Resvg: loaded.Resvg, version } : `${PACKAGE} has no class Resvg`;
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'MODULE_NOT_FOUND' || code === 'ENOENT'
      ? `${PACKAGE} is not installed`
      : messageOfError(error);
  }
}

function isPackage(loaded: unknown): loaded is { readonly Resvg: Resvg } {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'Resvg' in loaded &&
    typeof loaded.Resvg === 'function'
  );
}
