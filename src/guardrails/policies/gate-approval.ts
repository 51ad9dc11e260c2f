/**
 * Approval by a person, through the gate: the action is held, and runs when the hold is granted.
 *
 * The gate records the question and the answer, so both can be shown afterwards, and whoever may operate the agent
 * may answer: over the admin API, on the dashboard or on the command line.
 */
import type { HoldView, SignalRecord } from '../../core/index.ts';
import type { ApprovalAction, ApprovalAnswer, ApprovalPort } from './approval.ts';

/** What is needed of the gate; `Gate` has it. */
export interface ApprovalGate {
  /** Raises or lifts a hold. Resolves when that is durable, and rejects when it is not done. */
  signal(
    raised: Omit<SignalRecord, 'type' | 'timestamp'> & { readonly agent: string },
  ): Promise<void>;
  /** Everything that stands on a session. */
  holds(agent: string, session: string): Promise<readonly HoldView[]>;
}

/** What the port is made of. */
export interface GateApprovalOptions {
  readonly gate: ApprovalGate;
  readonly agent: string;
  /** How often the gate is asked whether a person has answered; 500 when it is not given. */
  readonly lookEveryMs?: number;
}

/** The target of an approval that stands for more than the gate remembers. */
const EVERY_TARGET = '*';

/** Asks a person through the gate. */
export class GateApproval implements ApprovalPort {
  readonly #gate: ApprovalGate;
  readonly #agent: string;
  readonly #lookEveryMs: number;

  constructor({ gate, agent, lookEveryMs = 500 }: GateApprovalOptions) {
    this.#gate = gate;
    this.#agent = agent;
    this.#lookEveryMs = lookEveryMs;
  }

  async ask(action: ApprovalAction, signal: AbortSignal): Promise<ApprovalAnswer> {
    await this.#signal(action, 'raise', action.why);
    while (!signal.aborted) {
      const state = await this.#look(action);
      // It stood, and only a grant takes a hold away that was not refused first: the core forgets none.
      if (state === 'gone') return 'granted';
      if (state === 'refused') {
        await this.#signal(action, 'lift', 'answered');
        return 'refused';
      }
      await this.#pause(signal);
    }
    // Nobody answered: the first lift turns the hold into a refusal, the second takes that away.
    await this.#signal(action, 'lift', 'nobody answered in time');
    if ((await this.#look(action)) === 'refused') await this.#signal(action, 'lift', 'lapsed');
    return 'lapsed';
  }

  async #look(action: ApprovalAction): Promise<'open' | 'refused' | 'gone'> {
    const holds = await this.#gate.holds(this.#agent, action.sessionId);
    const approvals = holds.filter(({ hold }) => hold === 'approval');
    const own = approvals.find(({ target }) => target === action.target);
    if (own !== undefined) return own.refused === true ? 'refused' : 'open';
    // Too many are open: one hold stands for all of them until a person decides on it.
    const every = approvals.find(({ target }) => target === EVERY_TARGET);
    if (every !== undefined) return every.refused === true ? 'refused' : 'open';
    return 'gone';
  }

  #signal(action: ApprovalAction, change: 'raise' | 'lift', details: string): Promise<void> {
    const { target, sessionId: session } = action;
    return this.#gate.signal({
      agent: this.#agent,
      session,
      source: 'policy',
      hold: 'approval',
      change,
      details,
      target,
    });
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, this.#lookEveryMs);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}
