import { describe, expect, it } from 'vitest';
import { element, renderLayout } from './render.tsx';

describe('the color mode toggle', () => {
  it('is disabled and names no mode in the HTML, which is the same for every reader', () => {
    const html = renderLayout({
      site: {
        colorMode: { default: 'dark', disableSwitch: false, respectPrefersColorScheme: true },
      },
    });
    const toggle = element(html, 'button', 'class="color-mode-toggle"');
    expect(toggle).toContain('disabled=""');
    expect(toggle).toContain('aria-label="Color mode"');
  });

  it('is not there where one mode is all', () => {
    expect(renderLayout({})).not.toContain('color-mode-toggle');
  });
});
