import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take long for their size, slowest first. Without times of an earlier run, larger files come first: those would
 * begin last, when there is nothing left for the other workers.
 */
const SLOWEST = [
  'e2e/manual',
  'e2e/try-it',
  'e2e/access',
  'e2e/access-keyboard',
  'e2e/hostile-content',
  'e2e/dev-edits',
  'invariants/warm-equals-cold',
  'invariants/budget',
  'invariants/dev-equals-build',
  'invariants/command-sequences',
  'invariants/manual',
  'invariants/fuzz/fuzz',
  'unit/cli/build-verify',
];

/** The order in which workers take test files. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const found = SLOWEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return project.config.sequence.groupOrder * 1000 + (found < 0 ? SLOWEST.length : found);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
