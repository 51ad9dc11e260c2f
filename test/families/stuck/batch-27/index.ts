import type { Family } from '../../family.ts';
import { artifactNotResolved } from './artifact-not-resolved.ts';
import { attachmentMissing } from './attachment-missing.ts';
import { judgeNotContent } from './judge-not-content.ts';
import { movedBack } from './moved-back.ts';
import { outOfReach } from './out-of-reach.ts';
import { passwordRules } from './password-rules.ts';
import { soldOut } from './sold-out.ts';
import { unrelatedHistories } from './unrelated-histories.ts';

export const stuckBatch27: readonly Family[] = [
  artifactNotResolved,
  attachmentMissing,
  judgeNotContent,
  movedBack,
  outOfReach,
  passwordRules,
  soldOut,
  unrelatedHistories,
];
