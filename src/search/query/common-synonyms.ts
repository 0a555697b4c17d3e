import type { Synonym } from '../../shared/page.ts';

/**
 * Everyday English words for the same, and their short forms. Documentation uses one of them, and readers another. A
 * comma separates the words and phrases of a group.
 */
const GROUPS: readonly string[] = [
  'remove, delete, drop, erase, clear, unpublish, uninstall',
  'list, get all, show all, find all',
  'log in, login, sign in, signin, authenticate, authentication',
  'log out, logout, sign out, signout',
  'change, update, edit, modify, set',
  'create, make, new, add, write, generate',
  'exclude, ignore, omit',
  'start, run, launch, execute',
  'stop, cancel, abort, end',
  'disable, turn off, switch off, deactivate',
  'enable, turn on, switch on, activate',
  'fix, repair, solve, resolve',
  'check, verify, validate',
  'read, load, fetch, retrieve',
  'directory, folder, dir',
  'image, picture, photo',
  'upgrade, update, migrate',
  'deploy, host, publish, release',
  'speed, performance, fast, slow, faster',
  'settings, options, preferences, configuration, configure, config',
  'error, failure, problem',
  'schedule, cron',
  'multiple, several',
  'application, app',
  'argument, arg',
  'dependencies, deps',
  'development, dev',
  'documentation, docs',
  'environment, env',
  'maximum, max',
  'minimum, min',
  'parameter, param',
  'production, prod',
  'repository, repo',
];

/** Each phrase with the others of its group. */
export const COMMON_SYNONYMS: readonly Synonym[] = GROUPS.flatMap((group) => {
  const phrases = group.split(', ');
  return phrases.map((from) => ({ from, to: phrases.filter((other) => other !== from) }));
});
