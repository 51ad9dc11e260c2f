import type { Family } from '../../family.ts';
import { balanceTug } from './balance-tug.ts';
import { bisectRestarts } from './bisect-restarts.ts';
import { bootLoop } from './boot-loop.ts';
import { cursorStandsStill } from './cursor-stands-still.ts';
import { dashboardsInTurn } from './dashboards-in-turn.ts';
import { deadlockedBox } from './deadlocked-box.ts';
import { exportUndoes } from './export-undoes.ts';
import { goalUnchanged } from './goal-unchanged.ts';
import { nanAtTheSameStep } from './nan-at-the-same-step.ts';
import { phoneMenu } from './phone-menu.ts';
import { reconciledAway } from './reconciled-away.ts';
import { rewrittenDraft } from './rewritten-draft.ts';
import { webhookElsewhere } from './webhook-elsewhere.ts';
import { wrongCluster } from './wrong-cluster.ts';

export const stuckBatch16: readonly Family[] = [
  balanceTug,
  bisectRestarts,
  bootLoop,
  cursorStandsStill,
  dashboardsInTurn,
  deadlockedBox,
  exportUndoes,
  goalUnchanged,
  nanAtTheSameStep,
  phoneMenu,
  reconciledAway,
  rewrittenDraft,
  webhookElsewhere,
  wrongCluster,
];
