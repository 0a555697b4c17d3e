import { importProblem } from './layer-rules.ts';
import { importsOf, readModules } from './sources.ts';

// Fails on imports that the layers forbid, including type imports and import types.
const modules = readModules(['src', 'templates']);
const problems = modules.flatMap((module) =>
  importsOf(module).flatMap(({ specifier, line }) => {
    const problem = importProblem({ from: module.path, specifier });
    return problem === undefined
      ? []
      : [`${module.path}:${line}: import of '${specifier}': ${problem}`];
  }),
);
for (const problem of problems) console.error(problem);
console.log(`layers: ${modules.length} modules, ${problems.length} forbidden imports`);
if (problems.length > 0) process.exitCode = 1;
