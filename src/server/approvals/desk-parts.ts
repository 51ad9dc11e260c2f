/** What the desk is made of. */
import type { Log } from '../../base/log.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import type { Gate } from '../../gate/index.ts';
import type { YesStore } from './recorded-yes.ts';

/** The gate and the store it works on, and the rules it asks by. */
export interface DeskParts {
  readonly gate: Pick<
    Gate,
    | 'standing'
    | 'signal'
    | 'act'
    | 'onEvent'
    | 'onElsewhere'
    | 'mayBeHeld'
    | 'clock'
    | 'would'
    | 'holds'
    | 'withoutSecrets'
  >;
  /** Whether other nodes ask and answer, too. */
  readonly isShared?: boolean;
  /** Where grants are read that were not used before a restart. */
  readonly store: YesStore;
  /** As they are in force now. */
  readonly rules: () => readonly ApprovalConfig[];
  /** Whether all rules of an agent only report. */
  readonly isShadow: (agent: string) => boolean;
  readonly log?: Log;
}
