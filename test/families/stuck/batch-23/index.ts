import type { Family } from '../../family.ts';
import { backoffOn401 } from './backoff-on-401.ts';
import { circularImport } from './circular-import.ts';
import { coverageStays } from './coverage-stays.ts';
import { keyNotAccepted } from './key-not-accepted.ts';
import { logsNeverPrinted } from './logs-never-printed.ts';
import { longerTimeout } from './longer-timeout.ts';
import { noTestsCollected } from './no-tests-collected.ts';
import { planNotApproved } from './plan-not-approved.ts';
import { regexTinkering } from './regex-tinkering.ts';
import { secretInHistory } from './secret-in-history.ts';
import { skipAndUnskip } from './skip-and-unskip.ts';
import { snapshotEveryTime } from './snapshot-every-time.ts';
import { tailOfTheOutput } from './tail-of-the-output.ts';

export const stuckBatch23: readonly Family[] = [
  backoffOn401,
  circularImport,
  coverageStays,
  keyNotAccepted,
  logsNeverPrinted,
  longerTimeout,
  noTestsCollected,
  planNotApproved,
  regexTinkering,
  secretInHistory,
  skipAndUnskip,
  snapshotEveryTime,
  tailOfTheOutput,
];
