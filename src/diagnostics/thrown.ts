/** The browser's own objects, which do not exist while pages are rendered. */
const BROWSER = /^(?:window|document|navigator|location|localStorage|sessionStorage)$/;

/** Names of CommonJS, which ES modules do not have. */
const COMMONJS: Readonly<Record<string, string>> = {
  module: 'write `export default { … };` in place of `module.exports = { … };`',
  exports: 'write `export const name = …;` in place of `exports.name = …;`',
  require: "write `import name from '…';` in place of `const name = require('…');`",
  __dirname: 'write `import.meta.dirname` in place of `__dirname`',
  __filename: 'write `import.meta.filename` in place of `__filename`',
};

type Explain = (name: string) => string;

const HINTS: readonly (readonly [RegExp, Explain])[] = [
  [
    /ReferenceError: (\S+) is not defined/,
    (name) =>
      BROWSER.test(name)
        ? `use "${name}" in an effect or an event handler: pages are rendered without a browser`
        : (COMMONJS[name] ?? `import "${name}", or check its spelling`),
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
