import type { Operation, VendorSample } from '../model/api-model.ts';
import { LANGUAGES } from '../../shared/request/languages/languages.ts';
import { namesIn } from '../../shared/name-lists.ts';
import type { Sample } from '../../shared/request/sample-request.ts';
import { type SampleTools, sampleRequest } from './request.ts';

export interface SampleChoice {
  /** The samples that the site adds. */
  readonly own?: readonly VendorSample[];
  /** Ids of the languages of generated samples, in the order of their tabs. */
  readonly languages: readonly string[];
}

/**
 * Lists the samples of an operation: those of the site, of the description and generated ones, each without those
 * that an earlier one replaces by language or label. A webhook has no address, so no generated ones.
 */
export function operationSamples(
  operation: Operation,
  tools: SampleTools,
  { own = [], languages }: SampleChoice,
): readonly Sample[] {
  const ofSite = namedSamples(own);
  const vendor = namedSamples(operation.samples).filter(isMissingIn(ofSite));
  const given = [...ofSite, ...vendor];
  if (operation.kind === 'webhook') return given;
  const missing = [...new Set(languages)]
    .flatMap((id) => LANGUAGES.find((language) => language.id === id) ?? [])
    .filter(isMissingIn(given));
  if (missing.length === 0) return given;
  const request = sampleRequest(operation, tools);
  return [
    ...given,
    ...missing.map(
      ({ write, ...rest }) => ({ ...rest, code: write(request), isGenerated: true }) as const,
    ),
  ];
}

type Named = Pick<Sample, 'id' | 'label'>;

function isMissingIn(samples: readonly Named[]): (sample: Named) => boolean {
  const ids = new Set(samples.map(({ id }) => id));
  const labels = new Set(samples.map(({ label }) => label.toLowerCase()));
  return ({ id, label }) => !ids.has(id) && !labels.has(label.toLowerCase());
}

function namedSamples(samples: readonly VendorSample[]): readonly Sample[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return samples.map(({ lang, label, source, template }) => {
    const base = vendorId(lang, label);
    const name = lang.trim().toLowerCase();
    let count = counts.get(base) ?? 1;
    let id = base;
    while (taken.has(id)) id = `${base}-${++count}`;
    taken.add(id);
    counts.set(base, count);
    return {
      id,
      label: label.trim() || lang.trim(),
      language: HIGHLIGHTER.get(name) ?? name.replace(/[^a-z\d-]+/g, ''),
      code: source.replace(/\n+$/, ''),
      ...(template !== undefined && { template: template.replace(/\n+$/, '') }),
    };
  });
}

// Equal in all operations, because it identifies the reader's choice.
function vendorId(lang: string, label: string): string {
  const name = idOf(lang);
  const own = idOf(label);
  const known = IDS.get(own === '' ? name : own);
  if (known !== undefined) return known;
  return own === '' || own === name ? name || 'sample' : `${name}-${own}`;
}

function idOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('#', 'sharp')
    .replaceAll('++', 'pp')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Names of languages that mean the same, by the id of their samples and by their name for the highlighter. */
const IDS = namesIn({
  curl: 'curl shell bash',
  javascript: 'javascript js',
  python: 'python python3',
  go: 'go golang',
  typescript: 'typescript ts',
  ruby: 'ruby rb',
  csharp: 'csharp dotnet',
  rust: 'rust rs',
  kotlin: 'kotlin kt',
  powershell: 'powershell pwsh ps1',
});
const HIGHLIGHTER = namesIn({
  bash: 'curl shell sh',
  js: 'javascript node node.js nodejs',
  csharp: 'c# .net',
  cpp: 'c++',
  go: 'golang',
  python: 'python3',
  objectivec: 'objective-c',
});
