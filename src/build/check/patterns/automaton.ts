import type { AssertionPlace, Parsed, PatternNode } from './syntax.ts';

/** A step of the automaton; numbers are indexes of steps. */
type Step =
  | { readonly kind: 'char'; readonly test: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'assertion'; readonly place: AssertionPlace; readonly next: number }
  | { readonly kind: 'found' };

/** Finds whether a pattern matches anywhere in a text. */
export type Matcher = (text: string) => boolean;

/** A pattern may have so many steps once its repetitions are written out. */
const MAX_STEPS = 2000;

/**
 * Makes the matcher of a pattern: a nondeterministic automaton that is in all its states at once (Thompson's
 * construction), so that time grows with the text's length times the pattern's size and no pattern can hang a run.
 */
export function createMatcher(node: PatternNode): Parsed<Matcher> {
  const steps: Step[] = [{ kind: 'found' }];
  const first = addNode(steps, node, 0);
  if (first === undefined) return { ok: false, problem: 'repeats too much' };
  return { ok: true, value: (text) => run(steps, first, text) };
}

/** Adds the steps of a node that go on to `next`; returns the first of them, or undefined when there are too many. */
function addNode(steps: Step[], node: PatternNode, next: number): number | undefined {
  switch (node.kind) {
    case 'char':
      return addStep(steps, { kind: 'char', test: node.test, next });
    case 'assertion':
      return addStep(steps, { kind: 'assertion', place: node.place, next });
    case 'sequence':
      return node.nodes.reduceRight<number | undefined>(
        (after, inner) => (after === undefined ? undefined : addNode(steps, inner, after)),
        next,
      );
    case 'either':
      return addFork(
        steps,
        node.nodes.map((inner) => addNode(steps, inner, next)),
      );
    case 'repeat':
      return addRepeat(steps, node, next);
  }
}

function addStep(steps: Step[], step: Step): number | undefined {
  return steps.length >= MAX_STEPS ? undefined : steps.push(step) - 1;
}

function addFork(steps: Step[], branches: readonly (number | undefined)[]): number | undefined {
  const next = branches.filter((branch) => branch !== undefined);
  return next.length < branches.length ? undefined : addStep(steps, { kind: 'fork', next });
}

type Repeat = Extract<PatternNode, { kind: 'repeat' }>;

function addRepeat(steps: Step[], { node, min, max }: Repeat, next: number): number | undefined {
  if (min > MAX_STEPS || (max ?? 0) > MAX_STEPS) return undefined;
  let first: number | undefined = max === undefined ? addLoop(steps, node, next) : next;
  for (let count = max ?? min; count > 0 && first !== undefined; count--) {
    const inner = addNode(steps, node, first);
    first = count > min ? addFork(steps, [inner, next]) : inner;
  }
  return first;
}

function addLoop(steps: Step[], node: PatternNode, next: number): number | undefined {
  const branches = [next];
  const loop = addFork(steps, []);
  if (loop === undefined) return undefined;
  steps[loop] = { kind: 'fork', next: branches };
  const inner = addNode(steps, node, loop);
  if (inner === undefined) return undefined;
  branches.push(inner);
  return loop;
}

interface Run {
  readonly steps: readonly Step[];
  readonly characters: readonly string[];
  /** The place at which each step was last entered: a step is entered once at each place. */
  readonly entered: Int32Array;
}

function run(steps: readonly Step[], first: number, text: string): boolean {
  const characters = [...text];
  const state: Run = { steps, characters, entered: new Int32Array(steps.length).fill(-1) };
  let current: number[] = [];
  for (let at = 0; at <= characters.length; at++) {
    // The pattern may begin at each place.
    const waiting: number[] = [];
    for (const step of [...current, first]) if (enter(state, { step, at, waiting })) return true;
    const character = characters[at];
    current = [];
    for (const index of waiting) {
      const step = steps[index];
      if (character !== undefined && step?.kind === 'char' && step.test(character))
        current.push(step.next);
    }
  }
  return false;
}

interface Entry {
  readonly step: number;
  readonly at: number;
  /** Gets the steps that wait for a character. */
  readonly waiting: number[];
}

/** Follows all ways that take no character; true when one of them has found the pattern. */
function enter({ steps, characters, entered }: Run, { step, at, waiting }: Entry): boolean {
  const open = [step];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (entered[index] === at) continue;
    entered[index] = at;
    const here = steps[index];
    switch (here?.kind) {
      case 'found':
        return true;
      case 'char':
        waiting.push(index);
        break;
      case 'fork':
        open.push(...here.next);
        break;
      case 'assertion':
        if (holds(here.place, characters, at)) open.push(here.next);
        break;
      case undefined:
        break;
    }
  }
  return false;
}

function holds(place: AssertionPlace, characters: readonly string[], at: number): boolean {
  switch (place) {
    case 'start':
      return at === 0;
    case 'end':
      return at === characters.length;
    case 'boundary':
      return isWord(characters[at - 1]) !== isWord(characters[at]);
    case 'no-boundary':
      return isWord(characters[at - 1]) === isWord(characters[at]);
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
