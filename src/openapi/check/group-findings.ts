import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupBy } from '../../shared/maps.ts';

/** Findings of one kind shown individually, unless there are many kinds. */
const MOST_ALIKE = 3;
const MANY_KINDS = 12;
const LOCATIONS = 5;

/**
 * Groups the findings of a description, sorted by location: the first one represents many of the same kind, with
 * their number. Errors are grouped only by equal messages.
 */
export function groupFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...findings].sort(compareDiagnostics);
  const groups = groupBy(
    sorted,
    ({ severity, code, message }) => `${code} ${severity === 'error' ? message : kindOf(message)}`,
  );
  const most = groups.size > MANY_KINDS ? 1 : MOST_ALIKE;
  return [...groups]
    .flatMap(([, group]) => (group.length <= most ? group : summarize(group)))
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

function summarize([first, ...others]: readonly [Diagnostic, ...Diagnostic[]]): Diagnostic {
  const shown = others.slice(0, LOCATIONS).flatMap(({ location }) => {
    if (location === undefined) return [];
    const { file, line, column } = location;
    return file === first.location?.file ? `${line}:${column}` : `${file}:${line}:${column}`;
  });
  const more = others.length > LOCATIONS ? ', …' : '';
  const list = `${shown.join(', ')}${more}`;
  return { ...first, message: `${first.message} (and ${others.length} more like it: ${list})` };
}
