import type { Control } from './page-visit.ts';

/** Controls by generator. The tab is that of a page with tabs. */
export const CONTROLS: ReadonlyMap<string, readonly Control[]> = new Map([
  [
    'docwright',
    [
      {
        name: 'menu',
        selector: '[data-menu="open"]',
        answered: `document.querySelector('[data-menu-open]') !== null`,
        isOnPhone: true,
      },
      {
        name: 'copy',
        selector: 'article [data-copy-code]',
        answered: `[...document.querySelectorAll('[data-copy-code]')].some((one) => one.textContent === 'Copied')`,
      },
      {
        name: 'tab',
        selector: 'article [role="tab"][aria-selected="false"]',
        answered: `document.activeElement?.matches('[role="tab"][aria-selected="true"]') === true`,
      },
    ],
  ],
  [
    'vitepress',
    [
      {
        name: 'menu',
        selector: '.VPNavBarHamburger',
        answered: `document.querySelector('.VPNavScreen') !== null`,
        isOnPhone: true,
      },
      {
        name: 'copy',
        selector: '.vp-doc button.copy',
        answered: `document.querySelector('button.copy.copied') !== null`,
      },
    ],
  ],
  [
    'starlight',
    [
      {
        name: 'menu',
        selector: '.sl-menu-button',
        answered: `document.querySelector('#starlight__sidebar:popover-open') !== null`,
        isOnPhone: true,
      },
      {
        name: 'copy',
        selector: '.expressive-code .copy button',
        answered: `document.querySelector('.copy .feedback.show') !== null`,
      },
    ],
  ],
]);
