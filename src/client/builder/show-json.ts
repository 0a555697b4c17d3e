/** JSON whose objects and lists can be closed. */
import type { JsonValue } from '../../shared/json.ts';
import { element } from '../app/root.ts';
import { coloredCode, MOST_COLORED } from './show-code.ts';

/** Number of folds in an object or list: those that follow are text. */
const MOST_FOLDS = 1000;

/** Shows JSON in a code block. Of a long one, only the outermost object or list is open at first. */
export function showJson(code: HTMLElement, value: JsonValue): void {
  const text = printed(value, '');
  if (code.textContent === text) return;
  const areOpen = text.length <= MOST_COLORED;
  const place = { indent: '', before: '', after: '', areOpen };
  const nodes = isFoldable(value) ? [fold(value, { ...place, isOpen: true })] : coloredCode(text);
  code.replaceChildren(...nodes);
}

function printed(value: JsonValue, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

type Foldable = JsonValue & object;

function isFoldable(value: JsonValue): value is Foldable {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

interface Place {
  readonly indent: string;
  /** The name of a property. */
  readonly before: string;
  /** A comma and the end of the line. */
  readonly after: string;
  readonly isOpen: boolean;
  /** Whether its parts are. */
  readonly areOpen: boolean;
}

/** A fold has the whole text, for searches and copies; in a closed one, it is plain until a reader opens it. */
function fold(value: Foldable, place: Place): HTMLElement {
  const { indent, before, after, isOpen, areOpen } = place;
  const [first = '', last = ''] = Array.isArray(value) ? '[]' : '{}';
  const details = element('details', 'fold');
  const summary = element('summary');
  const start = element('span');
  start.append(...coloredCode(indent + before + first));
  start.dataset['end'] = `… ${last}${after.trim()}`;
  summary.append(start, '\n');
  const fill = (): void =>
    details.replaceChildren(
      summary,
      ...parts(value, `${indent}  `, areOpen),
      indent + last + after,
    );
  if (isOpen) fill();
  else {
    details.append(summary, printed(value, indent).slice(2) + after);
    details.addEventListener('toggle', fill, { once: true });
  }
  details.open = isOpen;
  return details;
}

/** The lines of an object or list, with folds for those that it contains. */
function parts(value: Foldable, indent: string, areOpen: boolean): readonly (Node | string)[] {
  const nodes: (Node | string)[] = [];
  const entries = Object.entries(value);
  let text = '';
  let folds = 0;
  for (const [index, [key, item]] of entries.entries()) {
    const before = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    const after = index + 1 < entries.length ? ',\n' : '\n';
    if (isFoldable(item) && folds < MOST_FOLDS) {
      folds += 1;
      const place = { indent, before, after, isOpen: areOpen, areOpen };
      nodes.push(...coloredCode(text), fold(item, place));
      text = '';
    } else text += indent + before + printed(item, indent) + after;
  }
  return [...nodes, ...coloredCode(text)];
}
