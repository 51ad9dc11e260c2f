import type { Family } from '../../family.ts';
import { accessibilityMended } from './accessibility-mended.ts';
import { certificateOrders } from './certificate-orders.ts';
import { clipsCut } from './clips-cut.ts';
import { flightsCompared } from './flights-compared.ts';
import { freeNames } from './free-names.ts';
import { greenhouseControlled } from './greenhouse-controlled.ts';
import { invoicesEntered } from './invoices-entered.ts';
import { majorsUpgraded } from './majors-upgraded.ts';
import { newslettersLeft } from './newsletters-left.ts';
import { promptsEvaluated } from './prompts-evaluated.ts';
import { quizTutor } from './quiz-tutor.ts';
import { refundsMade } from './refunds-made.ts';
import { robotPicks } from './robot-picks.ts';
import { switchesConfigured } from './switches-configured.ts';
import { waiterTimesOut } from './waiter-times-out.ts';
import { wordle } from './wordle.ts';

export const healthyBatch26: readonly Family[] = [
  accessibilityMended,
  certificateOrders,
  clipsCut,
  flightsCompared,
  freeNames,
  greenhouseControlled,
  invoicesEntered,
  majorsUpgraded,
  newslettersLeft,
  promptsEvaluated,
  quizTutor,
  refundsMade,
  robotPicks,
  switchesConfigured,
  waiterTimesOut,
  wordle,
];
