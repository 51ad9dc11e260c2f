/**
 * Second opinions: once in a stretch without progress, between the warning and the stop, a model is asked whether the
 * conversation makes progress. What it says is recorded, and the core decides with the record.
 *
 * Asking is all that happens here. An answer that is late, unreadable or refused is recorded as none, and the rules
 * decide alone: nothing waits longer than the time that was set.
 */
import { errorWords } from '../base/error-words.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import {
  EVERY_TOOL,
  killSwitchOf,
  type AgentRecord,
  type Opinion,
  type OpinionRecord,
} from '../core/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { EvidenceStep } from './evidence/evidence-ring.ts';
import type { Judged, Recorder } from './recorder.ts';

/** What a model is asked about. */
export interface OpinionAsk {
  readonly agent: string;
  /** What the detector says, in words. */
  readonly reason: string;
  readonly score: number;
  readonly threshold: number;
  /** The last steps of the conversation, without secrets; none where no text is kept. */
  readonly steps: readonly Pick<EvidenceStep, 'kind' | 'text'>[];
}

/** What came back. */
export interface OpinionAnswer {
  readonly opinion: Opinion;
  readonly details: string;
  readonly model?: string;
  readonly costMicroUsd?: number;
}

/** Who asks the model. */
export interface OpinionPort {
  /** How long an answer may take; null while nobody is to be asked. */
  timeoutMs(): number | null;
  ask(about: OpinionAsk, signal: AbortSignal): Promise<OpinionAnswer>;
}

const STEPS_TOLD = 24;

/** What a gate does with opinions: it asks where the time has come, and waits for what was asked. */
export type Opinions = Pick<SecondOpinions, 'consider' | 'pending'>;

/** Opinions for a gate that is being opened. A gate that asks nobody, as in a hook, doesn't load them. */
export type OpinionsOf = (recorder: Recorder) => Opinions;

/** Opinions by a model. */
export function secondOpinions(port: OpinionPort): OpinionsOf {
  return (recorder) => new SecondOpinions(recorder, port);
}

/** The opinions that are asked for at the moment. */
class SecondOpinions {
  readonly #recorder: Recorder;
  readonly #port: OpinionPort;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(recorder: Recorder, port: OpinionPort) {
    this.#recorder = recorder;
    this.#port = port;
  }

  /** Asks about the conversation of a record, if the time has come. */
  consider({ chain, record, outcome }: Judged): void {
    const timeoutMs = this.#port.timeoutMs();
    if (timeoutMs === null || this.#recorder.isClosed) return;
    const about = askedAbout(chain, record, outcome.decision.killSwitch);
    if (about === null) return;
    const key = keyOf(chain.agent, record.session, record.thread);
    if (this.#pending.has(key)) return;
    const ask = { ...about, steps: this.#stepsOf(chain.agent, record) };
    const asked = this.#ask(this.#port, chain, record, ask, timeoutMs).finally(() =>
      this.#pending.delete(key),
    );
    this.#pending.set(key, asked);
  }

  /** What a call of a conversation has to wait for; null: nothing. It never fails. */
  pending(agent: string, session: string | null, thread: string | null): Promise<void> | null {
    if (this.#pending.size === 0) return null;
    const key = keyOf(agent, session ?? undefined, thread ?? undefined);
    return this.#pending.get(key) ?? null;
  }

  #stepsOf(agent: string, { session = MAIN, thread = MAIN }: AgentRecord): OpinionAsk['steps'] {
    return this.#recorder
      .witnessed(agent)
      .filter((one) => (one.session ?? MAIN) === session && (one.thread ?? MAIN) === thread)
      .slice(-STEPS_TOLD);
  }

  async #ask(
    port: OpinionPort,
    chain: AgentChain,
    { session, thread = MAIN }: AgentRecord,
    ask: OpinionAsk,
    timeoutMs: number,
  ): Promise<void> {
    const { opinion, details, model, costMicroUsd } = await answerWithin(port, ask, timeoutMs);
    const { log, clock, isClosed } = this.#recorder;
    if (isClosed) return;
    const { agent } = chain;
    if (opinion === 'none') log.warn('gate', 'asking for a second opinion', details, { agent });
    const record: OpinionRecord = {
      agent,
      change: 'opinion',
      ...present({ costMicroUsd }),
      details,
      ...present({ model }),
      opinion,
      ...present({ session }),
      source: 'detector',
      thread,
      timestamp: clock.now(),
      type: 'signal',
    };
    try {
      await this.#recorder.record(chain, record).acknowledged;
    } catch (error) {
      // The chain refuses until it can be written; an opinion that is not recorded counts for nothing.
      log.warn('gate', 'recording a second opinion', error, { agent });
    }
  }
}

/** What is to be asked about after a record; null when nothing is. */
function askedAbout(
  { agent, latest }: AgentChain,
  record: AgentRecord,
  report: Judged['outcome']['decision']['killSwitch'],
): Omit<OpinionAsk, 'steps'> | null {
  if (record.type !== 'admit' && record.type !== 'event') return null;
  if (report === undefined || report.did !== null || report.opinion !== undefined) return null;
  const { enabled, shadow, exceptions } = killSwitchOf(latest.envelope);
  // Where nothing is stopped, there is nothing to have an opinion on.
  if (!enabled || shadow || exceptions.some(({ tool }) => tool === EVERY_TOOL)) return null;
  const { detector, progress, threshold, reason } = report;
  const isScored = progress.rule === 'no-progress' || progress.rule === 'monologue';
  if (detector !== 'progress' || progress.level !== 'warn' || !isScored) return null;
  return { agent, reason: reason ?? '', score: progress.score, threshold };
}

/** The answer, or that there is none: also from somebody who does not heed the signal. */
async function answerWithin(
  port: OpinionPort,
  ask: OpinionAsk,
  timeoutMs: number,
): Promise<OpinionAnswer> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<OpinionAnswer>((resolve) => {
    timer = setTimeout(() => {
      over.abort();
      resolve({ opinion: 'none', details: `no answer within ${timeoutMs} ms` });
    }, timeoutMs);
  });
  const answer = port
    .ask(ask, over.signal)
    .catch((error: unknown): OpinionAnswer => ({ opinion: 'none', details: errorWords(error) }));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function keyOf(agent: string, session = MAIN, thread = MAIN): string {
  return JSON.stringify([agent, session, thread]);
}
