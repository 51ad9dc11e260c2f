/**
 * Holds as a decision shows them: with the level they bind, their scope and who may lift them.
 */
import { isBudgetPause } from '../spending/extensions.ts';
import type { AgentState, SessionState, ThreadState } from '../state.ts';
import { isRunning, type Grace } from './grace.ts';
import { HOLD_LAWS, type HoldKind, type HoldScope } from './hold-laws.ts';
import { EVERY_TARGET, scopeOf, type Hold } from './holds.ts';

/** Where a hold stands; it binds everything below. */
export type HoldLevel = 'agent' | 'session' | 'thread';

/** A standing hold, explained. */
export interface HoldView {
  readonly by: string;
  /** It also binds the conversations that the held one started. */
  readonly family?: true;
  /** What may still be saved, as long as that may be. */
  readonly grace?: Grace;
  readonly hold: HoldKind;
  readonly level: HoldLevel;
  readonly liftedBy: string;
  readonly refused?: true;
  readonly scope: HoldScope;
  readonly since: number;
  readonly target?: string;
  /** It ends with the next prompt. */
  readonly turn?: true;
  /** When it ends by itself; absent: never by time alone. */
  readonly until?: number;
  readonly why: string;
}

/** What asks to pass: null is the bare question whether the agent may do anything. */
export interface Ask {
  readonly tools: boolean;
  readonly target: string | undefined;
  /** It may pass under a grace: a model call, or a tool call that saves work. */
  readonly saves?: boolean;
  /** It belongs to a call that was counted already. */
  readonly isPart?: boolean;
}

const none: readonly HoldView[] = Object.freeze([]);

/** Every hold that stands on the thread or above it. */
export function standingHolds(
  agent: AgentState,
  session: SessionState,
  thread: ThreadState,
  now: number,
): readonly HoldView[] {
  if (agent.holds.length + session.holds.length + thread.holds.length === 0) return none;
  return [
    ...agent.holds.map((hold) => view(hold, 'agent', now)),
    ...session.holds.map((hold) => view(hold, 'session', now)),
    ...thread.holds.map((hold) => view(hold, 'thread', now)),
  ];
}

function view(hold: Hold, level: HoldLevel, now: number): HoldView {
  return {
    by: hold.by,
    ...(hold.family === true ? { family: true } : {}),
    ...(isRunning(hold.grace, now) ? { grace: hold.grace } : {}),
    hold: hold.hold,
    level,
    liftedBy: HOLD_LAWS[hold.hold].liftedBy,
    ...(hold.refused === true ? { refused: true } : {}),
    scope: scopeOf(hold),
    since: hold.since,
    ...(hold.target === undefined ? {} : { target: hold.target }),
    ...(hold.turn === true ? { turn: true } : {}),
    ...(hold.until === undefined ? {} : { until: hold.until }),
    why: hold.why,
  };
}

/** The holds whose scope covers what asks. */
export function bindingHolds(holds: readonly HoldView[], ask: Ask | null): readonly HoldView[] {
  if (holds.length === 0) return holds;
  return holds.filter(({ by, hold, scope, target, grace }) => {
    if (scope === 'all') {
      const isPaidFor = isBudgetPause({ by, hold }) && ask?.isPart === true;
      return !isPaidFor && !passesUnder(grace, ask);
    }
    if (ask === null) return false;
    if (scope === 'tools' && ask.tools) return true;
    return ask.target !== undefined && (target === EVERY_TARGET || target === ask.target);
  });
}

/** Whether what asks passes under the grace of a hold. */
export function passesUnder(grace: Grace | undefined, ask: Ask | null): boolean {
  if (grace === undefined || ask?.saves !== true) return false;
  return grace.left > 0 || ask.isPart === true;
}
