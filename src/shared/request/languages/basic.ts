import { curlSample } from './curl.ts';
import { GO } from './go.ts';
import { javascriptSample } from './javascript.ts';
import { pythonSample } from './python.ts';
import type { Language } from './template.ts';

/** The languages of sites that name none. */
export const BASIC: readonly Language[] = [
  { id: 'curl', label: 'cURL', language: 'bash', write: curlSample },
  { id: 'javascript', label: 'JavaScript', language: 'js', write: javascriptSample },
  { id: 'python', label: 'Python', language: 'python', write: pythonSample },
  GO,
];
