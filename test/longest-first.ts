/**
 * The order of test files: those known to take long begin first in their project, so that the others fill what is left of
 * the time and no worker is alone with a long one at the end.
 *
 * The runner remembers how long a file took, but a clean clone remembers nothing.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './projects.ts';

/** The place of a file among those that take long; after all of them, if it is none. */
export function longestRank(path: string): number {
  const at = LONG_FILES.indexOf(path);
  return at === -1 ? LONG_FILES.length : at;
}

/** Orders the files of a run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the runner's own order, no array's
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    const rankOf = ({ moduleId }: TestSpecification) =>
      longestRank(relative(this.ctx.config.root, moduleId));
    return [...byProject.values()].flatMap((own) =>
      own.toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}
