/** Goes through the docs of a site, with pauses in which the event loop can do other work. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { append } from '../shared/maps.ts';
import type { FilePath } from '../shared/paths.ts';
import type { ReadSite } from './read.ts';

/** Parses docs until a promise is settled, so that both happen at the same time. */
export async function parseMeanwhile(
  { heads, readDoc }: ReadSite,
  { promise, isChosen }: { promise: Promise<unknown>; isChosen: (file: FilePath) => boolean },
): Promise<void> {
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  promise.then(end, end);
  for (const file of heads.keys()) {
    await new Promise((resume) => setImmediate(resume));
    if (isSettled) return;
    if (isChosen(file)) readDoc(file);
  }
}

/** The problems in the text of all docs and skills; parses those that have no page. */
export async function docDiagnostics({
  heads,
  skills,
  problemsOf,
  release,
}: ReadSite): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [index, file] of [...heads.keys(), ...skills()].entries()) {
    append(found, problemsOf(file));
    release(file);
    // The event loop can handle an interrupt.
    if (index % DOCS_PER_TURN === 0) await new Promise((resume) => setImmediate(resume));
  }
  return found;
}

const DOCS_PER_TURN = 50;
