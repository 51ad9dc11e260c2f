import type { Family } from '../../family.ts';
import { answersAutoresponder } from './answers-autoresponder.ts';
import { cachedPage } from './cached-page.ts';
import { calendarResets } from './calendar-resets.ts';
import { checkNeverReports } from './check-never-reports.ts';
import { drainBlocked } from './drain-blocked.ts';
import { everNewPlan } from './ever-new-plan.ts';
import { generatedOverwritten } from './generated-overwritten.ts';
import { offByTheSame } from './off-by-the-same.ts';
import { otherCheckout } from './other-checkout.ts';
import { paywalledFigure } from './paywalled-figure.ts';
import { proxyTakesTheBlame } from './proxy-takes-the-blame.ts';
import { roleMerryGoRound } from './role-merry-go-round.ts';
import { subagentsShrug } from './subagents-shrug.ts';
import { threeFileTug } from './three-file-tug.ts';

export const stuckBatch15: readonly Family[] = [
  answersAutoresponder,
  cachedPage,
  calendarResets,
  checkNeverReports,
  drainBlocked,
  everNewPlan,
  generatedOverwritten,
  offByTheSame,
  otherCheckout,
  paywalledFigure,
  proxyTakesTheBlame,
  roleMerryGoRound,
  subagentsShrug,
  threeFileTug,
];
