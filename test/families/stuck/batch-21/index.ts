import type { Family } from '../../family.ts';
import { commitAndRevert } from './commit-and-revert.ts';
import { doneWithoutWork } from './done-without-work.ts';
import { emptyCommits } from './empty-commits.ts';
import { errorMovesDown } from './error-moves-down.ts';
import { healthOfNothing } from './health-of-nothing.ts';
import { indexLock } from './index-lock.ts';
import { inventedFlags } from './invented-flags.ts';
import { lockfileTug } from './lockfile-tug.ts';
import { mcpGone } from './mcp-gone.ts';
import { readOnlyTree } from './read-only-tree.ts';
import { sameOldAndNew } from './same-old-and-new.ts';
import { testAmongLooks } from './test-among-looks.ts';
import { tooLargeToRead } from './too-large-to-read.ts';

export const stuckBatch21: readonly Family[] = [
  commitAndRevert,
  doneWithoutWork,
  emptyCommits,
  errorMovesDown,
  healthOfNothing,
  indexLock,
  inventedFlags,
  lockfileTug,
  mcpGone,
  readOnlyTree,
  sameOldAndNew,
  testAmongLooks,
  tooLargeToRead,
];
