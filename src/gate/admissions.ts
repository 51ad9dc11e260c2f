/**
 * How something is let through: asked, recorded, waited for while only vetoes stand, refused where a hold does.
 */
import { errorWords } from '../base/error-words.ts';
import { present } from '../base/present.ts';
import {
  recordedCost,
  recordedModel,
  recordedProvider,
  type AdmitRecord,
  type AgentRecord,
  type HoldView,
  type Purpose,
  type ResultRecord,
  type Admission,
  type CallAsk,
  type CallEnd,
  type GateRefusal,
  type OpenCall,
} from '../core/index.ts';
import type { AgentLine, Submitted } from './agent-line.ts';
import type { Clock } from './clock.ts';
import type { OpenCalls, RunningCall } from './open-calls.ts';
import { budgetRefusal, unavailableRefusal, vetoRefusal, type Whom } from './refusal-words.ts';
import { estimateOf } from './refusals.ts';

/** What admissions need of the gate. */
export interface AdmissionParts {
  readonly clock: Clock;
  readonly calls: OpenCalls;
  /** A patient record is not waited for by anybody who wants to pass. */
  record(line: AgentLine, record: AgentRecord, patient?: boolean): Submitted;
  standing(line: AgentLine, call: RunningCall): GateRefusal | null;
  refusal(line: AgentLine, session: string | null, holds: readonly HoldView[]): GateRefusal;
  whom(line: AgentLine, session: string | null): Whom;
  refused(line: AgentLine, ask: CallAsk): void;
}

const WAIT_STEP_MAX_MS = 1_000;
const WAIT_STEP_MIN_MS = 5;

/** Lets calls through, one at a time for each question and many at once. */
export class Admissions {
  readonly #parts: AdmissionParts;
  #lastCall = 0;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  async admit(line: AgentLine, ask: CallAsk): Promise<Admission> {
    const { agent, session = null, thread = null } = ask;
    const running: RunningCall = { agent, session, thread, abort: new AbortController() };
    const standing =
      this.#parts.standing(line, running) ?? this.#tooLong(line, ask) ?? this.#overspent(line, ask);
    if (standing !== null) {
      this.#parts.refused(line, ask);
      return { allowed: false, refusal: standing };
    }
    const id = this.#nextId();
    this.#parts.calls.add(running);
    const passed = await this.#pass(line, running, ask, (timestamp, first) => ({
      agent,
      call: id,
      estimate: estimateOf(ask),
      ...recordedModel(ask),
      ...(first && ask.observed !== undefined ? { observed: ask.observed } : {}),
      ...recordedProvider(ask),
      purpose: ask.purpose,
      ...placeOf(ask),
      timestamp,
      type: 'admit',
    }));
    if ('kind' in passed) {
      this.#parts.calls.remove(running);
      return { allowed: false, refusal: passed };
    }
    return { allowed: true, call: this.#openCall(id, line, running, ask, passed.at) };
  }

  /** While a compaction is demanded, a client that can be made to compact is told so instead of asking the model. */
  #tooLong(line: AgentLine, ask: CallAsk): GateRefusal | null {
    if (ask.compacts !== true || ask.purpose !== 'step') return null;
    const demanded = this.#compactionHold(line, ask);
    if (demanded === undefined) return null;
    return this.#parts.refusal(line, ask.session ?? null, [demanded]);
  }

  /** A budget that has no room for the call refuses at once, and such requests are recorded together. */
  #overspent(line: AgentLine, ask: CallAsk): GateRefusal | null {
    if (line.latest.envelope.budgets === undefined) return null;
    const { budget, safety } = line.peek({
      type: 'admit',
      timestamp: this.#parts.clock.now(),
      estimate: estimateOf(ask),
      purpose: ask.purpose,
      ...placeOf(ask),
    });
    if (budget === undefined) return null;
    return budgetRefusal(this.#parts.whom(line, ask.session ?? null), budget, safety.reason);
  }

  /**
   * A compaction that is demanded while an answer is under way does not take its tools away from a client that will
   * compact at its next request: cutting it would end the client instead.
   */
  #toolPurpose(line: AgentLine, ask: CallAsk): Purpose {
    if (ask.compacts !== true) return 'tool';
    const tick = { type: 'tick', timestamp: this.#parts.clock.now(), ...placeOf(ask) } as const;
    const held = line.peek(tick).holds.filter(({ scope }) => scope === 'tools');
    const waits = held.length > 0 && held.every(({ hold }) => hold === 'compaction');
    return waits ? 'step' : 'tool';
  }

  #compactionHold(line: AgentLine, ask: CallAsk): HoldView | undefined {
    const tick = { type: 'tick', timestamp: this.#parts.clock.now(), ...placeOf(ask) } as const;
    return line.peek(tick).holds.find(({ hold }) => hold === 'compaction');
  }

  /** Ids are short, because the window of the kill switch keeps them, and new for every process. */
  #nextId(): string {
    this.#lastCall += 1;
    return `${(this.#parts.clock.now() % 0x7fffffff).toString(36)}.${this.#lastCall.toString(36)}`;
  }

  /** Asks until it may pass, a hold stands, or the wait is over. */
  async #pass(
    line: AgentLine,
    running: RunningCall,
    { waitMs, gone, purpose }: Pick<CallAsk, 'waitMs' | 'gone' | 'purpose'>,
    recordAt: (timestamp: number, first: boolean) => AdmitRecord,
  ): Promise<Submitted | GateRefusal> {
    const { clock } = this.#parts;
    const whom = this.#parts.whom(line, running.session);
    const deadline = clock.now() + waitMs;
    let first = true;
    for (;;) {
      const now = clock.now();
      try {
        const peeked = first ? null : line.peek(recordAt(now, false));
        if (peeked === null || peeked.safety.allowed) {
          const submitted = this.#parts.record(line, recordAt(now, first));
          first = false;
          await submitted.acknowledged;
          const ended = abortedBy(running) ?? this.#parts.standing(line, running);
          if (ended !== null) return ended;
          if (submitted.decision.safety.allowed) return submitted;
        }
      } catch (error) {
        const words = errorWords(error);
        return abortedBy(running) ?? unavailableRefusal(whom, words);
      }
      const asked = line.peek(recordAt(clock.now(), false));
      const holds = bindingHolds(asked.holds, purpose);
      if (holds.length > 0) return this.#parts.refusal(line, running.session, holds);
      if (asked.budget !== undefined) return budgetRefusal(whom, asked.budget, asked.safety.reason);
      if (clock.now() >= deadline || gone?.aborted === true) return vetoRefusal(whom, asked.safety);
      const untilMs = Math.min(asked.wakeAt ?? Infinity, deadline) - clock.now();
      await sleep(Math.min(untilMs, WAIT_STEP_MAX_MS), running.abort.signal, gone);
      const ended = abortedBy(running);
      if (ended !== null) return ended;
    }
  }

  /** The conversation was compacted: the hold that waited for it is lifted, where it stands. */
  #compacted(line: AgentLine, ask: CallAsk): void {
    const held = this.#compactionHold(line, ask);
    if (held === undefined) return;
    const { session, thread } = placeOf(ask);
    this.#parts.record(line, {
      agent: ask.agent,
      change: 'lift',
      details: 'the conversation was compacted',
      hold: 'compaction',
      ...(session === undefined || held.level === 'agent' ? {} : { session }),
      source: 'loop',
      ...(thread === undefined || held.level !== 'thread' ? {} : { thread }),
      timestamp: this.#parts.clock.now(),
      type: 'signal',
    });
  }

  #openCall(
    id: string,
    line: AgentLine,
    running: RunningCall,
    ask: CallAsk,
    admittedAt: number,
  ): OpenCall {
    let finished: Promise<void> | null = null;
    const { signal } = running.abort;
    return {
      id,
      signal,
      mayRun: async (calls) => {
        const purpose = this.#toolPurpose(line, ask);
        const passed = await this.#pass(line, running, { ...ask, purpose }, (timestamp) => ({
          agent: ask.agent,
          call: id,
          estimate: { tokenCount: 0, toolCalls: calls },
          purpose,
          reserve: false,
          ...placeOf(ask),
          timestamp,
          type: 'admit',
        }));
        return 'kind' in passed ? passed : null;
      },
      finish: (end) => {
        finished ??= this.#finish(id, line, running, ask, admittedAt, end);
        return finished;
      },
    };
  }

  async #finish(
    call: string,
    line: AgentLine,
    running: RunningCall,
    ask: CallAsk,
    admittedAt: number,
    end: CallEnd,
  ): Promise<void> {
    this.#parts.calls.remove(running);
    const { status, latencyMs, tokens, cachedTokens, response } = end;
    const settles = { timestamp: admittedAt, tokenCount: ask.estimateTokens, toolCalls: 0 };
    const timestamp = this.#parts.clock.now();
    const { agent } = ask;
    const settled = (more: Pick<ResultRecord, 'settles'>): ResultRecord => ({
      agent,
      cachedTokens,
      call,
      ...recordedCost(end),
      ...(end.estimated === true ? { estimated: true } : {}),
      ...(end.lost === true ? { lost: true } : {}),
      ...(end.model === ask.model ? {} : recordedModel(end)),
      ...reservedFor(ask, admittedAt),
      result: { executed: status !== 'BLOCKED', latencyMs, status, tokensUsed: tokens },
      ...placeOf(ask),
      ...more,
      timestamp,
      type: 'result',
    });
    try {
      if (response === undefined) {
        const recorded = this.#parts.record(line, settled({ settles }), true).acknowledged;
        if (ask.purpose === 'compaction' && status === 'SUCCESS') this.#compacted(line, ask);
        await recorded;
        return;
      }
      const { observed, outputHash, outputLength, toolCalls } = response;
      this.#parts.record(
        line,
        {
          agent,
          call,
          event: {
            latencyMs,
            ...present({ outputHash }),
            outputLength,
            timestamp,
            tokenCount: tokens,
            toolCalls,
          },
          ...present({ observed }),
          ...placeOf(ask),
          settles,
          type: 'event',
        },
        true,
      );
      const recorded = this.#parts.record(line, settled({}), true).acknowledged;
      if (ask.purpose === 'compaction' && status === 'SUCCESS') this.#compacted(line, ask);
      await recorded;
    } catch {
      // The store cannot write: the line refuses until it can, and what was reserved leaves the minute by itself.
    }
  }
}

function placeOf({ session, thread }: CallAsk): Pick<AdmitRecord, 'session' | 'thread'> {
  return present({ session, thread });
}

/** The money that was counted when the call passed. */
function reservedFor(ask: CallAsk, timestamp: number): Pick<ResultRecord, 'reserved'> {
  const { costMicroUsd } = estimateOf(ask);
  return costMicroUsd === undefined ? {} : { reserved: { costMicroUsd, timestamp } };
}

/** Why a call that was cut was cut. */
function abortedBy({ abort }: RunningCall): GateRefusal | null {
  return abort.signal.aborted ? (abort.signal.reason as GateRefusal) : null;
}

function bindingHolds(holds: readonly HoldView[], purpose: Purpose): readonly HoldView[] {
  return holds.filter(({ scope }) => scope === 'all' || (scope === 'tools' && purpose === 'tool'));
}

/** Waits, or is woken by a cut or by a caller that hung up. */
async function sleep(ms: number, cut: AbortSignal, gone: AbortSignal | undefined): Promise<void> {
  const wakers = gone === undefined ? [cut] : [cut, gone];
  if (wakers.some(({ aborted }) => aborted)) return;
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      for (const signal of wakers) signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.max(ms, WAIT_STEP_MIN_MS));
    for (const signal of wakers) signal.addEventListener('abort', wake);
  });
}
