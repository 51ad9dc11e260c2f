/**
 * Approval by a person, through the gate: the action is held, and runs when the hold is granted.
 *
 * The gate records the question and the answer, so both can be shown afterwards, and whoever may operate the agent
 * may answer: over the admin API, on the dashboard or on the command line.
 */
import { EVERY_TARGET } from '../../core/holds/holds.ts';
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
  /** Calls a listener with every event once it is recorded; returns how to stop that. */
  onEvent(listener: (event: RecordedEvent) => void): () => void;
}

/** What is needed of an event. */
export interface RecordedEvent {
  readonly agent: string;
  readonly eventType: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What the port is made of. */
export interface GateApprovalOptions {
  readonly gate: ApprovalGate;
  readonly agent: string;
  /** How often the gate is asked whether a person has answered; 500 when it is not given. */
  readonly lookEveryMs?: number;
}

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
    const heard = new Answers(this.#agent, action.target);
    const stopListening = this.#gate.onEvent((event) => heard.take(event));
    try {
      return await this.#answer(action, signal, heard);
    } finally {
      stopListening();
    }
  }

  async #answer(
    action: ApprovalAction,
    signal: AbortSignal,
    heard: Answers,
  ): Promise<ApprovalAnswer> {
    await this.#signal(action, 'raise', action.why);
    while (!signal.aborted) {
      // Only a person's grant of this very action counts, whatever else took its hold away.
      if (heard.isGranted) return 'granted';
      const state = await this.#look(action);
      if (state === 'refused' || (state === 'gone' && heard.isRefused)) {
        await this.#clear(action);
        return 'refused';
      }
      if (state === 'gone') await this.#askAgain(action, heard);
      if (!heard.isGranted) await this.#pause(signal);
    }
    // Nobody answered: the first lift turns the hold into a refusal, the second takes that away.
    await this.#signal(action, 'lift', 'nobody answered in time');
    if ((await this.#look(action)) === 'refused') await this.#clear(action);
    return 'lapsed';
  }

  /** The hold gave way to others, or its answer is still being written; what is recorded next comes after that. */
  async #askAgain(action: ApprovalAction, heard: Answers): Promise<void> {
    await this.#signal(action, 'lift', 'it is not held any more: was it answered?');
    if (heard.isGranted || heard.isRefused) return;
    await this.#signal(action, 'raise', action.why);
  }

  async #look(action: ApprovalAction): Promise<'open' | 'refused' | 'gone'> {
    const approvals = await this.#approvals(action);
    const own = approvals.find(({ target }) => target === action.target);
    if (own !== undefined) return own.refused === true ? 'refused' : 'open';
    // Too many are open: one hold stands for all of them until a person decides on it.
    const every = approvals.find(({ target }) => target === EVERY_TARGET);
    if (every !== undefined) return every.refused === true ? 'refused' : 'open';
    return 'gone';
  }

  /** Takes away what was refused, also where it was refused together with others: nobody waits for it any more. */
  async #clear(action: ApprovalAction): Promise<void> {
    for (const { target, refused } of await this.#approvals(action)) {
      const concerned = target === action.target || target === EVERY_TARGET;
      if (concerned && refused === true) {
        await this.#signal({ ...action, target }, 'lift', 'answered');
      }
    }
  }

  async #approvals(action: ApprovalAction): Promise<readonly (HoldView & { target: string })[]> {
    const holds = await this.#gate.holds(this.#agent, action.sessionId);
    return holds.flatMap((hold) =>
      hold.hold === 'approval' && hold.target !== undefined
        ? [{ ...hold, target: hold.target }]
        : [],
    );
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

/** What people answered to one action while it waited, from what was recorded. */
class Answers {
  readonly #agent: string;
  readonly #target: string;
  isGranted = false;
  isRefused = false;

  constructor(agent: string, target: string) {
    this.#agent = agent;
    this.#target = target;
  }

  take({ agent, eventType, details }: RecordedEvent): void {
    if (agent !== this.#agent) return;
    const { target, action, hold, record } = details;
    const isOwn = target === this.#target;
    const isReleased = eventType === 'release' && hold === 'approval' && record === 'operator';
    if (isOwn && isReleased) this.isGranted = true;
    const isRefusal = eventType === 'operator' && action === 'refuse';
    if (isRefusal && (isOwn || target === EVERY_TARGET)) this.isRefused = true;
  }
}
