import { describe, expect, it } from 'vitest';
import {
  countsOf,
  NOTHING_FOUND,
  nextOverlay,
  noteOf,
  type OverlayEvent,
  type OverlayState,
} from '../../../../src/client/live/overlay.ts';

import type { LiveFinding, LiveFindings } from '../../../../src/shared/live.ts';

const error = (message: string, location = 'a.md:1:1'): LiveFinding => ({
  code: 'c',
  severity: 'error',
  message,
  location,
});

/** Errors as they are, warnings as a number. */
function findings(errors: readonly LiveFinding[], warnings = 0, checking = false): LiveFindings {
  return { checking, errors: errors.length, warnings, shown: errors };
}

type Told = LiveFindings | 'open' | 'close';

function after(...told: readonly Told[]): OverlayState {
  const events = told.map(
    (one): OverlayEvent =>
      typeof one === 'string' ? { type: one } : { type: 'findings', findings: one },
  );
  return events.reduce(nextOverlay, NOTHING_FOUND);
}

const CLEAN = findings([]);
const ONE = findings([error('one')]);
const WARNED = findings([], 2);

describe('nextOverlay', () => {
  const cases: readonly (readonly [string, readonly Told[], OverlayState['view']])[] = [
    ['shows nothing where nothing is found', [CLEAN], 'nothing'],
    ['shows nothing while a site without problems is checked', [findings([], 0, true)], 'nothing'],
    ['opens for errors', [ONE], 'panel'],
    ['opens for errors beside warnings', [findings([error('one')], 2)], 'panel'],
    ['shows a badge for warnings', [WARNED], 'badge'],
    ['opens on a click', [WARNED, 'open'], 'panel'],
    ['stays open for other warnings', [WARNED, 'open', findings([], 1)], 'panel'],
    ['closes when the errors are fixed', [ONE, CLEAN], 'nothing'],
    ['becomes a badge where warnings are left', [ONE, WARNED], 'badge'],
    ['closes', [ONE, 'close'], 'badge'],
    ['stays closed for the same errors', [ONE, 'close', ONE], 'badge'],
    [
      'stays closed where the error has moved',
      [ONE, 'close', findings([error('one', 'a.md:7:2')])],
      'badge',
    ],
    [
      'stays closed when an error is fixed',
      [findings([error('one'), error('two')]), 'close', ONE],
      'badge',
    ],
    [
      'stays closed where an error is not found for a while',
      [ONE, 'close', findings([], 0, true), ONE],
      'badge',
    ],
    ['opens for another error', [ONE, 'close', findings([error('two')])], 'panel'],
    [
      'opens for one more of the same',
      [ONE, 'close', findings([error('one'), error('one')])],
      'panel',
    ],
    [
      'opens for an error in another file',
      [ONE, 'close', findings([error('one', 'b.md:1:1')])],
      'panel',
    ],
    ['opens for an error that was fixed and made again', [ONE, 'close', CLEAN, ONE], 'panel'],
  ];
  it.each(cases)('%s', (_, told, view) => {
    expect(after(...told).view).toBe(view);
  });
});

describe('what the overlay says', () => {
  it('counts', () => {
    expect(countsOf(ONE)).toBe('1 error');
    expect(countsOf(findings([error('a'), error('b')], 1))).toBe('2 errors, 1 warning');
    expect(countsOf(WARNED)).toBe('2 warnings');
  });

  it('tells of the terminal, of what is left out, and of checking', () => {
    expect(noteOf(ONE)).toBe('The terminal has the same.');
    expect(noteOf(findings([error('a')], 1, true))).toBe(
      'Checking… The first 1 are shown. The terminal has all of them.',
    );
  });
});
