import type { Family } from '../../family.ts';
import { ablationRuns } from './ablation-runs.ts';
import { bisectWithSkips } from './bisect-with-skips.ts';
import { boardsFlashed } from './boards-flashed.ts';
import { eventTypesTested } from './event-types-tested.ts';
import { goalsFall } from './goals-fall.ts';
import { levelsSolved } from './levels-solved.ts';
import { localesFilled } from './locales-filled.ts';
import { onHold } from './on-hold.ts';
import { regionsInTurn } from './regions-in-turn.ts';
import { scaledUnderLoad } from './scaled-under-load.ts';
import { segmentMails } from './segment-mails.ts';
import { statementMatched } from './statement-matched.ts';
import { vectorsBackfilled } from './vectors-backfilled.ts';
import { watchedUntilCalm } from './watched-until-calm.ts';

export const healthyBatch16: readonly Family[] = [
  ablationRuns,
  bisectWithSkips,
  boardsFlashed,
  eventTypesTested,
  goalsFall,
  levelsSolved,
  localesFilled,
  onHold,
  regionsInTurn,
  scaledUnderLoad,
  segmentMails,
  statementMatched,
  vectorsBackfilled,
  watchedUntilCalm,
];
