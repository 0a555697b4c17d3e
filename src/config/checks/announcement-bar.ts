import { contrast, parseColor } from '../formats/color.ts';
import type { Problem } from '../problem.ts';
import { stringAt, valueAt } from '../read.ts';

/** WCAG 2.2, success criterion 1.4.3: contrast of text. */
const LEAST_CONTRAST = 4.5;

/**
 * Warns where the bar's two colours have too little contrast; translucent colours cannot be judged.
 */
export function checkAnnouncementBar(config: unknown): Problem[] {
  const bar = valueAt(config, 'announcementBar');
  const [background, text] = [stringAt(bar, 'backgroundColor'), stringAt(bar, 'textColor')];
  if (background === undefined || text === undefined) return [];
  const [behind, front] = [parseColor(background), parseColor(text)];
  if (behind === undefined || front === undefined) return [];
  const ratio = contrast(behind, front);
  if (ratio === undefined || ratio >= LEAST_CONTRAST) return [];
  // Rounded down, so that 4.499 is not printed as the bound itself.
  const printed = (Math.floor(ratio * 100) / 100).toFixed(2);
  return [
    {
      code: 'low-contrast',
      path: ['announcementBar', 'textColor'],
      message:
        `announcementBar.textColor "${text}" on backgroundColor "${background}" ` +
        `has a contrast of ${printed}:1, below ${LEAST_CONTRAST}:1`,
    },
  ];
}
