import { curlSample } from './curl.ts';
import { javascriptSample } from './javascript.ts';
import { pythonSample } from './python.ts';
import type { Language } from './template.ts';
import { TEMPLATES } from './templates.ts';

/** The languages in which samples are printed. */
export const LANGUAGES: readonly Language[] = [
  { id: 'curl', label: 'cURL', language: 'bash', write: curlSample },
  { id: 'javascript', label: 'JavaScript', language: 'js', write: javascriptSample },
  { id: 'python', label: 'Python', language: 'python', write: pythonSample },
  ...TEMPLATES,
];
