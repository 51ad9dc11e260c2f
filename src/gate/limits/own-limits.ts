/**
 * What a person set for one agent, asked before its call is recorded: its budgets and its minute.
 *
 * A limit in shadow refuses nothing and reports what it would have done, so each question has two answers here: what
 * is broken, and what that means. Nothing here waits; whoever asks may ask again at any moment.
 */
import { present } from '../../base/present.ts';
import { isInShadow, outOfShadow, type AgentState, type GateRefusal } from '../../core/index.ts';
import { isBudgetPause } from '../../core/spending/index.ts';
import { estimateOf, placeOf, spendsUnseen } from '../call-records.ts';
import type { Passage } from '../passage.ts';
import type { Recorder } from '../recorder.ts';
import { budgetRefusal, unseenSpendingRefusal, whomOf } from '../refusal-words.ts';
import { noteWould, type Shadows } from '../shadows.ts';
import type { AgentMinutes, Asked, MinuteProblem } from './agent-minute.ts';

/** What the limits are asked of. */
interface LimitParts {
  readonly recorder: Recorder;
  readonly minutes: AgentMinutes;
  readonly shadows: Shadows;
}

/** The limits of each agent. */
export class OwnLimits {
  readonly #parts: LimitParts;

  constructor(parts: LimitParts) {
    this.#parts = parts;
  }

  /** A budget that has no room for the call refuses at once, and such requests are recorded together. */
  budgetRefusal(way: Passage): GateRefusal | null {
    const { envelope } = way.chain.latest;
    const refusal = this.#budgetProblem(way, envelope);
    if (refusal === null) return null;
    if (isInShadow(envelope, 'budgets')) {
      return noteWould(this.#parts.shadows, way, { rule: 'budgets', act: 'refuse' }, refusal);
    }
    // A budget that asks is recorded with the call, so that its hold stands before anybody is told.
    return refusal.asks === true ? null : refusal;
  }

  /** What no budget of the agent has room for, whether they act or only report. */
  #budgetProblem(
    { ask, chain, call }: Passage,
    { budgets, subagents }: AgentState['envelope'],
  ): (GateRefusal & { readonly asks?: true }) | null {
    const isLimited = subagents !== undefined && ask.parent !== undefined;
    if (budgets === undefined && !isLimited) return null;
    if (budgets !== undefined && spendsUnseen(ask, budgets)) {
      return unseenSpendingRefusal(whomOf(chain, call.session));
    }
    const { budget, holds, safety } = chain.peek(
      {
        type: 'admit',
        timestamp: this.#parts.recorder.clock.now(),
        estimate: estimateOf(ask),
        purpose: ask.purpose,
        ...present({ parent: ask.parent }),
        ...placeOf(ask),
      },
      { ...chain.latest, envelope: outOfShadow(chain.latest.envelope) },
    );
    if (budget === undefined) return null;
    const refusal = budgetRefusal(whomOf(chain, call.session), budget, safety.reason);
    return holds.some(isBudgetPause) ? { ...refusal, asks: true } : refusal;
  }

  /** The limit of the agent's minute that a call breaks; null when none acts. */
  minuteProblem(way: Passage, asked: Asked): MinuteProblem | null {
    const inShadow = isInShadow(way.chain.latest.envelope, 'limits');
    return inShadow ? null : this.#brokenMinute(way, asked);
  }

  /** When the call fits into the agent's minute if nothing else is spent meanwhile; `latest` when not before that. */
  minuteFitsAt({ ask, chain }: Passage, asked: Asked, latest: number): number {
    const { minutes, recorder } = this.#parts;
    return minutes.fitsAt(ask.agent, chain.latest.envelope, asked, recorder.clock.now(), latest);
  }

  /** Limits in shadow report what they would have made wait, once for each call. */
  reportMinute(way: Passage, asked: Asked): void {
    if (!isInShadow(way.chain.latest.envelope, 'limits')) return;
    const found = this.#brokenMinute(way, asked);
    if (found === null) return;
    const reason = `${found.code}: ${found.why}`;
    noteWould(this.#parts.shadows, way, { rule: 'limits', act: 'wait' }, { reason });
  }

  /** The limit that a call breaks, whether it acts or only reports. */
  #brokenMinute({ ask, chain }: Passage, asked: Asked): MinuteProblem | null {
    const { minutes, recorder } = this.#parts;
    return minutes.problem(ask.agent, chain.latest.envelope, asked, recorder.clock.now());
  }
}
