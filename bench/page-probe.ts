/** Links of the text. */
export const LINKS = 'main p a[href], main li a[href], main td a[href]';

/** What the pages report, as a script that runs before theirs. Times are milliseconds since 1970, across documents. */
export const PROBE = `
(() => {
  const at = (time) => performance.timeOrigin + time;
  const observed = { tasks: [], paint: 0, shift: 0 };
  globalThis.observed = observed;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('longtask', (entry) => observed.tasks.push({ at: at(entry.startTime), ms: Math.round(entry.duration) }));
  watch('largest-contentful-paint', (entry) => { observed.paint = Math.round(entry.startTime); });
  watch('layout-shift', (entry) => { observed.shift += entry.value; });

  const KEY = 'bench.intent';
  const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  // Notes the time after the first frame in which an answer is there: by default another main heading.
  const follow = (isAnswered) => {
    const intent = read();
    if (intent === null || intent.answer !== undefined) return;
    const isOther = () => ![undefined, intent.h1].includes(document.querySelector('h1')?.textContent);
    const look = () => {
      if (!(isAnswered ?? isOther)()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () =>
        sessionStorage.setItem(KEY, JSON.stringify({ ...intent, answer: at(performance.now()) }));
      port2.postMessage('');
    };
    requestAnimationFrame(look);
  };
  globalThis.expectAnswer = (isAnswered) => {
    sessionStorage.removeItem(KEY);
    const note = ({ timeStamp }) => {
      const h1 = document.querySelector('h1')?.textContent;
      sessionStorage.setItem(KEY, JSON.stringify({ down: at(timeStamp), h1 }));
      follow(isAnswered);
    };
    addEventListener('pointerdown', note, { capture: true, once: true });
  };
  globalThis.answerTime = () => {
    const { down, answer } = read() ?? {};
    return answer && answer - down;
  };
  // The index of the first link that leads to another page.
  globalThis.nextLink = () => {
    const path = ({ pathname }) => pathname.replace(/\\/$/, '');
    return [...document.querySelectorAll(${JSON.stringify(LINKS)})].findIndex(
      (link) =>
        link.origin === location.origin &&
        path(link) !== path(location) &&
        !/\\.\\w+$/.test(link.pathname) &&
        link.closest('nav') === null &&
        link.checkVisibility(),
    );
  };
  follow();
})();
`;

/** The global `observed` of the probe. */
export interface Observed {
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  readonly paint: number;
  readonly shift: number;
}
