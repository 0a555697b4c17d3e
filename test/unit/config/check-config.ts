import type { SiteLocation } from '../../../src/config/checks/folders.ts';
import { validateConfig } from '../../../src/config/validate.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';

/** A site folder that has `content`, `static` and two frozen versions. */
export const SITE_LOCATION: SiteLocation = {
  siteDir: '/site',
  configFile: 'site.config.ts',
  exists: (path) => ['/site/content', '/site/content/docs', '/site/static'].includes(path),
  folders: (path) => (path === '/site/versions' ? ['1.0', 'a'] : []),
};

/** Validates the required keys plus `extra`. */
export function diagnose(
  extra: object,
  location: Partial<SiteLocation> = {},
): readonly Diagnostic[] {
  const value = { title: 'Docs', url: 'https://docs.example', ...extra };
  return validateConfig(value, { ...SITE_LOCATION, ...location, source: '' }).diagnostics;
}

/** The problems of the required keys plus `extra`, each as `<code> <message>`. */
export function problems(extra: object, location?: Partial<SiteLocation>): string[] {
  return diagnose(extra, location).map(({ code, message }) => `${code} ${message}`);
}

/** The hints of the same. */
export function hints(extra: object): (string | undefined)[] {
  return diagnose(extra).map(({ hint }) => hint);
}
