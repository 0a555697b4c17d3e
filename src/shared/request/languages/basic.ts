import { CURL } from './curl.ts';
import { GO } from './go.ts';
import { JAVASCRIPT } from './javascript.ts';
import { PYTHON } from './python.ts';
import type { Language } from './template.ts';

/** The languages of sites that name none. */
export const BASIC: readonly Language[] = [CURL, JAVASCRIPT, PYTHON, GO];
