import type { KeyboardEvent } from 'react';
import { chooseRow } from './dialog-choices.ts';
import { activeRow, type DialogContext, dismiss, groupsOf, leave } from './dialog-state.ts';
import { moveActive } from './moves.ts';

/** What Safari tells of the key that ends a composition. */
const COMPOSING = 229;

/** The keys of the input (rule 41, D1, D2). */
export function handleKey(context: DialogContext, event: KeyboardEvent<HTMLInputElement>): void {
  // The key belongs to a text that is being composed.
  if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
  // The browser goes on from the button.
  if (event.key === 'Tab') return leave(context);
  const act = ACTS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act(context, event);
}

type Act = (context: DialogContext, event: KeyboardEvent) => void;

const ACTS: Partial<Readonly<Record<string, Act>>> = {
  ArrowDown: (context) => move(context, 'down'),
  ArrowUp: (context) => move(context, 'up'),
  Enter: enter,
  Escape: dismiss,
};

function move({ state, window, render }: DialogContext, step: 'up' | 'down'): void {
  state.activeId = moveActive(groupsOf(state), state.activeId, step);
  state.moved = true;
  render();
  window.showRow(state.activeId);
}

function enter(context: DialogContext, { ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const { answers, state, window } = context;
  const row = activeRow(state);
  const apart = ctrlKey || metaKey || shiftKey;
  if (apart && row?.href !== undefined) window.openApart(row.href, shiftKey);
  // The hit that the reader means may not be there yet.
  else if (answers.snapshot().status !== 'idle' && !state.moved) state.impatient = true;
  else if (row !== undefined) chooseRow(context, row);
}
