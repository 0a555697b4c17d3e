import { type ConfigPath } from '../config-path.ts';
import { checkScheme } from '../formats/address.ts';
import { type Problem, valueProblem } from '../problem.ts';
import { listAt, stringAt, stringEntries, valueAt } from '../read.ts';

/** Attributes of head elements neither run code nor lead to a refused scheme. */
export function checkHead(config: unknown): Problem[] {
  return listAt(config, 'head').flatMap((tag, index) => {
    const attributes = valueAt(tag, 'attributes');
    const path = ['head', index, 'attributes'];
    const names = stringEntries(attributes).flatMap(([name, value]) =>
      checkAttribute([...path, name], name, value),
    );
    return [...names, ...checkRefresh(attributes, [...path, 'content'])];
  });
}

function checkAttribute(path: ConfigPath, name: string, value: string): Problem[] {
  if (!/^[a-z][a-z0-9:._-]*$/i.test(name))
    return [keyProblem(path, 'is not the name of an attribute')];
  if (/^on/i.test(name)) return [keyProblem(path, 'would run a script, which is refused')];
  if (/^style$/i.test(name))
    return [keyProblem(path, 'would need inline styles, which the site does without')];
  if (!/^(?:href|src)$/i.test(name)) return [];
  return schemeProblem(path, value);
}

// HTML standard: the content of a refresh is seconds and, after "url=", an address that may be
// quoted.
function checkRefresh(attributes: unknown, path: ConfigPath): Problem[] {
  const entries = stringEntries(attributes);
  const isRefresh = entries.some(
    ([name, value]) => /^http-equiv$/i.test(name) && /^\s*refresh\s*$/i.test(value),
  );
  if (!isRefresh) return [];
  const content = stringAt(attributes, 'content') ?? '';
  const address = content.replace(/^[\s\d.]*[;,]?\s*(?:url\s*=\s*)?["']?/i, '');
  return schemeProblem(path, address);
}

function schemeProblem(path: ConfigPath, address: string): Problem[] {
  const refused = checkScheme(address);
  if (refused === undefined) return [];
  return [
    { ...valueProblem(path, refused.reason, refused.hint), code: refused.code ?? 'config-value' },
  ];
}

function keyProblem(path: ConfigPath, reason: string): Problem {
  return { ...valueProblem(path, reason), at: 'key' };
}
