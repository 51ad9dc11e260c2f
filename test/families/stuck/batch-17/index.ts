import type { Family } from '../../family.ts';
import { botPushesBack } from './bot-pushes-back.ts';
import { challengeElsewhere } from './challenge-elsewhere.ts';
import { duplicatesReturn } from './duplicates-return.ts';
import { guessedCoupons } from './guessed-coupons.ts';
import { leakInPullRefs } from './leak-in-pull-refs.ts';
import { panelSplits } from './panel-splits.ts';
import { payoutBounces } from './payout-bounces.ts';
import { quotaZero } from './quota-zero.ts';
import { rankingFlips } from './ranking-flips.ts';
import { sameAdviceAgain } from './same-advice-again.ts';
import { silenceExpires } from './silence-expires.ts';
import { snapshotOfNow } from './snapshot-of-now.ts';

export const stuckBatch17: readonly Family[] = [
  botPushesBack,
  challengeElsewhere,
  duplicatesReturn,
  guessedCoupons,
  leakInPullRefs,
  panelSplits,
  payoutBounces,
  quotaZero,
  rankingFlips,
  sameAdviceAgain,
  silenceExpires,
  snapshotOfNow,
];
