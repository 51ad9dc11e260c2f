import type { Family } from '../../family.ts';
import { alertsWorkedOff } from './alerts-worked-off.ts';
import { appInReview } from './app-in-review.ts';
import { applicantsScreened } from './applicants-screened.ts';
import { botRemarksWorkedOff } from './bot-remarks-worked-off.ts';
import { capacityHunt } from './capacity-hunt.ts';
import { certificatesRenewed } from './certificates-renewed.ts';
import { findingsDismissed } from './findings-dismissed.ts';
import { panelVotes } from './panel-votes.ts';
import { purgeInChunks } from './purge-in-chunks.ts';
import { rerunsAsked } from './reruns-asked.ts';
import { snapshotsBySuite } from './snapshots-by-suite.ts';
import { suppliersPaid } from './suppliers-paid.ts';
import { troubleshootingTree } from './troubleshooting-tree.ts';
import { vouchersChecked } from './vouchers-checked.ts';

export const healthyBatch17: readonly Family[] = [
  alertsWorkedOff,
  appInReview,
  applicantsScreened,
  botRemarksWorkedOff,
  capacityHunt,
  certificatesRenewed,
  findingsDismissed,
  panelVotes,
  purgeInChunks,
  rerunsAsked,
  snapshotsBySuite,
  suppliersPaid,
  troubleshootingTree,
  vouchersChecked,
];
