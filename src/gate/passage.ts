/**
 * The way of one call through the gate, and the rule of that way: nothing passes on what was true before a wait.
 *
 * A stop may come while anything is waited for: a chain that opens, an agent that rests, a disk that writes, a veto that
 * passes. So every wait on this way goes through `after`, which asks once more what stands against the call. A wait
 * that is not written with it fails a test (`admissions.test.ts`).
 */
import { errorWords } from '../base/error-words.ts';
import { present } from '../base/present.ts';
import type { CallAsk, GateRefusal } from '../core/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { RunningCall } from './open-calls.ts';
import type { Entered } from './recorder.ts';
import { unavailableRefusal, whomOf } from './refusal-words.ts';
import type { Standing } from './standing.ts';

/** A call on its way. */
export class Passage {
  readonly call: RunningCall;
  readonly #standing: Standing;
  #ask: CallAsk;
  #chain: AgentChain | null = null;

  constructor(standing: Standing, ask: CallAsk) {
    const { agent, session = null, thread = null, parent } = ask;
    this.#ask = ask;
    this.call = {
      agent,
      session,
      thread,
      ...present({ parent }),
      abort: new AbortController(),
      saves: true,
      isPaidFor: false,
    };
    this.#standing = standing;
  }

  /** Its agent's chain is open and can judge, or it is refused. */
  enter(entered: Entered, sharesBudget: boolean): GateRefusal | null {
    if (entered.kind === 'refused') return entered.refusal;
    this.#chain = entered.chain;
    const isBudgeted = sharesBudget || entered.chain.latest.envelope.budgets !== undefined;
    // Without budgets nothing is reserved for long, and records say nothing of it.
    if (!isBudgeted) this.#ask = withoutReserve(this.#ask);
    this.#standing.seen(this.ask.session, this.ask.agent);
    return null;
  }

  get ask(): CallAsk {
    return this.#ask;
  }

  get hasEntered(): boolean {
    return this.#chain !== null;
  }

  get chain(): AgentChain {
    if (this.#chain === null) throw new Error('a call that did not enter');
    return this.#chain;
  }

  /** What stands against the call at this moment; before its chain is open, marked stops alone are known. */
  refusal(): GateRefusal | null {
    const { agent, session, thread, abort } = this.call;
    if (abort.signal.aborted) return abort.signal.reason as GateRefusal;
    return this.#chain === null
      ? this.#standing.markRefusal(agent, session, thread)
      : this.#standing.refusalFor(this.#chain, this.call);
  }

  /**
   * What ends the call. Whoever asks for it is about to send something on, so it is asked once more whose turn it is: a
   * timer would be too late for a process that stood still, because its sockets come before its timers when it wakes up.
   */
  signal(): AbortSignal {
    const { signal } = this.call.abort;
    const refusal = signal.aborted ? null : this.#standing.turnRefusal(this.call);
    if (refusal !== null) this.call.abort.abort(refusal);
    return signal;
  }

  /** Waits for something, and asks again. What fails refuses: nothing passes that could not be recorded. */
  async after(work: () => Promise<GateRefusal | null | void>): Promise<GateRefusal | null> {
    try {
      const refusal = await work();
      return refusal ?? this.refusal();
    } catch (error) {
      const { agent, session, abort } = this.call;
      if (abort.signal.aborted) return abort.signal.reason as GateRefusal;
      const whom =
        this.#chain === null
          ? { agent, session, refusal: 'error' as const }
          : whomOf(this.#chain, session);
      return unavailableRefusal(whom, errorWords(error));
    }
  }

  /** Waits a while; a cut and a caller that hangs up end the wait. */
  sleep(ms: number): Promise<GateRefusal | null> {
    return this.after(() => sleep(ms, this.call.abort.signal, this.ask.gone));
  }
}

function withoutReserve(asked: CallAsk): CallAsk {
  const { reserve: _, ...ask } = asked;
  return ask;
}

const SLEEP_MIN_MS = 5;

async function sleep(ms: number, cut: AbortSignal, gone: AbortSignal | undefined): Promise<void> {
  const wakers = gone === undefined ? [cut] : [cut, gone];
  if (wakers.some(({ aborted }) => aborted)) return;
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      for (const signal of wakers) signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.max(ms, SLEEP_MIN_MS));
    for (const signal of wakers) signal.addEventListener('abort', wake);
  });
}
