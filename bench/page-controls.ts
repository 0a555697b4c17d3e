import type { Control } from './page-visit.ts';

const DOCWRIGHT: readonly Control[] = [
  {
    name: 'menu',
    selector: '[data-menu="open"]',
    answered: `document.querySelector('[data-menu-open]') !== null`,
    isOnPhone: true,
  },
  {
    name: 'copy',
    selector: 'article [data-copy-code]',
    answered: `document.querySelector('[data-copy-code][data-result="copied"]') !== null`,
  },
];

/** A tab of a page of this site; the pages of the corpus have none. */
const TAB: Control = {
  name: 'tab',
  path: '/docs/api/post-badge-mint/',
  selector: 'article .tab:not([aria-current], [aria-selected="true"])',
  answered: `document.activeElement?.matches('.tab[aria-selected="true"]') === true`,
};

/** Controls by generator. */
export const CONTROLS: ReadonlyMap<string, readonly Control[]> = new Map([
  ['docwright', DOCWRIGHT],
  ['this site', [...DOCWRIGHT, TAB]],
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
