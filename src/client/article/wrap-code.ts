import type { Texts } from '../../shared/texts.ts';

/** The button that wraps the lines of a code block; hidden until a line is too long. */
export function wrapButton(texts: Texts): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset['wrapCode'] = '';
  button.hidden = true;
  button.setAttribute('aria-pressed', 'false');
  button.textContent = texts.wrapCode;
  return button;
}

export function toggleWrap(button: Element): void {
  const wrapped = button.closest('[data-code]')?.toggleAttribute('data-wrap') ?? false;
  button.setAttribute('aria-pressed', String(wrapped));
}

/** Shows the button of each block while a line is longer than the block, or the reader has wrapped it. */
export function watchOverflow(): { readonly observe: (figures: Iterable<Element>) => void } {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const button = target.closest('[data-code]')?.querySelector<HTMLElement>('[data-wrap-code]');
      if (button === null || button === undefined) continue;
      const wrapped = button.getAttribute('aria-pressed') === 'true';
      button.hidden = !wrapped && target.scrollWidth <= target.clientWidth;
    }
  });
  return {
    observe: (figures) => {
      observer.disconnect();
      for (const figure of figures) {
        const block = figure.querySelector('pre');
        if (block !== null) observer.observe(block);
      }
    },
  };
}
