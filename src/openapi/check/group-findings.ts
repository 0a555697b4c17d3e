import {
  compareDiagnostics,
  type Diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';

/** Findings of one kind shown individually, unless there are many kinds. */
const MOST_ALIKE = 3;
const MANY_KINDS = 12;
const LOCATIONS = 5;

/**
 * Groups the findings of a description, sorted by location: the first one represents many of the same kind, with
 * their number. Errors are grouped only by equal messages.
 */
export function groupFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const entry of [...findings].sort(compareDiagnostics)) {
    const { severity, code, message } = entry;
    const key = `${code} ${severity === 'error' ? message : kindOf(message)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  const most = groups.size > MANY_KINDS ? 1 : MOST_ALIKE;
  return [...groups]
    .flatMap(([, group]) => (group.length <= most ? group : [summarize(group)]))
    .sort(compareDiagnostics);
}

/** Removes quoted parts, numbers and locations from a message, which differ between findings of one kind. */
function kindOf(message: string): string {
  return message
    .replace(/, but it is .*/s, '')
    .replace(/^".*?" in (?=the )/, '')
    .replace(/\([^()]*:\d+\)/g, '')
    .replace(/"[^"]*"(?:,? (?:or |and )?"[^"]*")*(?: …)?/g, '""')
    .replace(/properties\b.*/s, 'property ""')
    .replace(/<[^<>]*>|attribute \S+/g, '<>')
    .replace(/\S+:\d+|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, '0');
}

function summarize(group: readonly Diagnostic[]): Diagnostic {
  const [first, others] = [itemAt(group, 0), group.slice(1)];
  const shown = others.slice(0, LOCATIONS).map(({ location }) => print(location, first.location));
  const list = shown.filter((text) => text !== '').join(', ');
  const more = others.length > LOCATIONS ? ', …' : '';
  const message = `${first.message} (and ${others.length} more like it: ${list}${more})`;
  return { ...first, message };
}

function print(location: Location | undefined, first: Location | undefined): string {
  if (location === undefined) return '';
  const { file, line, column } = location;
  return file === first?.file ? `${line}:${column}` : `${file}:${line}:${column}`;
}
