import { BASIC } from './basic.ts';
import type { Language } from './template.ts';
import { TEMPLATES } from './templates.ts';

/** The languages in which samples are printed. */
export const LANGUAGES: readonly Language[] = [...BASIC, ...TEMPLATES];
