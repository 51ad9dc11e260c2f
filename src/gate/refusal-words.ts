/**
 * Why something was not let through, and what a person does about it, from the core's own words.
 */
import type {
  BudgetReport,
  HoldKind,
  HoldView,
  KillSwitch,
  SafetyDecision,
  GateRefusal,
} from '../core/index.ts';

/** Whom a refusal is about. */
export interface Whom {
  readonly agent: string;
  readonly session: string | null;
  readonly refusal: KillSwitch['refusal'];
}

/** The refusal of a standing hold. */
export function holdRefusal(whom: Whom, hold: HoldView): GateRefusal {
  const { agent, refusal } = whom;
  const session = hold.level === 'agent' ? null : whom.session;
  const since = new Date(hold.since).toISOString();
  const by = hold.by === 'detector' ? 'the kill switch' : hold.by;
  return {
    kind: hold.hold,
    agent,
    session,
    reason: `${hold.why} (by ${by}, since ${since})`,
    remedy: remedyOf(hold.hold, agent, session),
    refusal,
    temporary: false,
  };
}

/** The refusal of a veto that outlasted the wait. */
export function vetoRefusal(whom: Whom, safety: SafetyDecision): GateRefusal {
  return {
    ...whom,
    kind: safety.vetoReason ?? 'COOLDOWN_ACTIVE',
    reason: safety.reason,
    remedy: 'Wait: it passes by itself.',
    temporary: true,
  };
}

/** The refusal of a budget: waiting a minute does not help, so nobody is made to. */
export function budgetRefusal(whom: Whom, budget: BudgetReport, reason: string): GateRefusal {
  const isUnknown = budget.code === 'PRICE_UNKNOWN';
  return {
    ...whom,
    kind: isUnknown ? 'price_unknown' : 'budget_spent',
    reason,
    remedy: isUnknown
      ? 'Use a model with a known price, or set a budget in other units.'
      : `A person raises the budget, or waits: ${RENEWALS[budget.level]}. Run: tripwire status ${whom.agent}`,
    temporary: false,
  };
}

const RENEWALS: Readonly<Record<BudgetReport['level'], string>> = {
  agent: 'a new day begins at midnight UTC',
  session: 'a new session has its own',
  thread: 'a new conversation has its own',
};

/** The refusal of a gate that cannot decide. */
export function unavailableRefusal(whom: Whom, problem: string): GateRefusal {
  return {
    ...whom,
    kind: 'gate_unavailable',
    reason: `Tripwire cannot record, so nothing passes: ${problem}`,
    remedy: 'Run: tripwire doctor',
    temporary: true,
  };
}

/** The refusal of an agent that nobody registered. */
export function unknownRefusal(agent: string): GateRefusal {
  return {
    kind: 'agent_unknown',
    agent,
    session: null,
    reason: 'registration is closed and this agent is not registered',
    remedy: 'Register it, or set registration: open in tripwire.yaml.',
    refusal: 'error',
    temporary: false,
  };
}

const remedies: Readonly<Record<HoldKind, (whom: string) => string>> = {
  manual: (whom) => `Run: tripwire resume ${whom}`,
  kill_switch: (whom) => `Run: tripwire resume ${whom}`,
  paused: (whom) => `Run: tripwire resume ${whom}`,
  soft_suspend: (whom) => `Run: tripwire resume ${whom}, or wait until its health is back`,
  hard_stop: (whom) => `Run: tripwire resume ${whom} --restart`,
  stop_all: () => 'Run: tripwire resume-all',
  checkpoint: () =>
    'Review CHECKPOINT.md (or PAUSE) in the project’s .geometry and delete it, or run there: tripwire release',
  blocker: () =>
    'Read BLOCKER_REPORT.md (or STOP) in the project’s .geometry, mend what blocks it and delete it, or run there: tripwire release',
  compaction: () => 'Compact the conversation.',
  approval: () => 'A person must consent to this action.',
};

function remedyOf(hold: HoldKind, agent: string, session: string | null): string {
  return remedies[hold](session === null ? agent : `${agent} --session ${session}`);
}
