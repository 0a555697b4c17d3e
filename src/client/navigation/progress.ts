/** Milliseconds that a navigation takes before the bar shows: shorter ones seem immediate (rule 27). */
const DELAY = 200;

export interface Progress {
  readonly start: () => void;
  readonly stop: () => void;
}

/** The bar on top of the page while the next page loads. */
export function createProgress(page: Document): Progress {
  const bar = page.createElement('div');
  bar.className = 'progress-bar';
  bar.setAttribute('aria-hidden', 'true');
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: () => {
      timer ??= setTimeout(() => page.body.append(bar), DELAY);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      bar.remove();
    },
  };
}
