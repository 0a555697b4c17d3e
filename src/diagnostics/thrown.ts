/** The browser's own objects, which do not exist while pages are rendered. */
const BROWSER = /^(?:window|document|navigator|location|localStorage|sessionStorage)$/;

type Explain = (name: string) => string;

const HINTS: readonly (readonly [RegExp, Explain])[] = [
  [
    /ReferenceError: (\S+) is not defined/,
    (name) =>
      BROWSER.test(name)
        ? `use "${name}" in an effect or an event handler: pages are rendered without a browser`
        : /^(?:module|exports|require)$/.test(name)
          ? 'write `import name from …` for `require`, `export default …` for `module.exports =`'
          : `import "${name}", or check its spelling`,
  ],
  [
    /null \(reading '(use[A-Z]\w*)'\)|React elements are not HTML/,
    () =>
      'templates/api/ prints HTML without React: put what needs it into an interactive component in another template, such as templates/DocPage.tsx',
  ],
  [
    /Cannot read properties of (?:undefined|null) \(reading '(.+)'\)/,
    (name) => `what comes before ".${name}" has no value: check its name, or write ?.${name}`,
  ],
  [/TypeError: (\S+) is not a function/, (name) => `check the name "${name}": it is no function`],
  [
    /Objects are not valid as a React child/,
    () => 'show one of its members, such as {user.name}, or JSON.stringify(…)',
  ],
  [
    /^A component suspended/,
    () => 'a component cannot be async: import its data, or load them in an effect',
  ],
];

/** A hint for the message of an error that code of the site throws. */
export function hintForThrown(reason: string): string {
  for (const [pattern, explain] of HINTS) {
    const match = pattern.exec(reason);
    if (match !== null) return explain(match[1] ?? '');
  }
  return 'correct the code at this location';
}
