/**
 * What an agent reported of itself, as records: it happened already, so nothing is asked and nothing can be refused. It
 * is judged and counted like everything else, in a session of its own.
 *
 * A stop that follows binds the whole agent: no door knows the reported conversation, so it is the name that is refused
 * wherever it asks next. Reports come in batches, so how fast one follows the other says nothing; at most one of them in a
 * second is a beat.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { REPORTED_SESSION } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import {
  DIGESTS_MAX,
  recordedCost,
  recordedModel,
  recordedProvider,
  type AdmitRecord,
  type AgentRecord,
  type EventRecord,
} from '../core/index.ts';
import {
  digestEvent,
  digestMark,
  type EventDigest,
  type ToolEvent,
  type TranscriptEvent,
} from '../detect/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Recorder } from './recorder.ts';

interface ReportedPart {
  /** At most 16 characters, the same for the same step. */
  readonly id: string;
  /** The conversation. */
  readonly thread: string;
  /** When it ended. */
  readonly atMs: number;
}

/** A tool ran. */
export interface ReportedTool extends ReportedPart {
  readonly kind: 'tool';
  /** Null where the report does not tell what was called with what result: counted, and not judged. */
  readonly event: ToolEvent | null;
}

/** A model was asked. */
export interface ReportedModelCall extends ReportedPart {
  readonly kind: 'model';
  /** What is new in the conversation, the answer last. */
  readonly events: readonly TranscriptEvent[];
  readonly model?: string;
  readonly provider?: string;
  readonly tokens: number;
  readonly cachedTokens: number;
  /** In millionths of a dollar; absent when the price is not known. */
  readonly costMicroUsd?: number;
  readonly latencyMs: number;
  readonly isFailed: boolean;
}

/** One step of an agent that was reported. */
export type ReportedStep = ReportedTool | ReportedModelCall;

/** What a record may carry. */
const TOKENS_MAX = 9_999_999;
/** So long others wait while a batch is judged: one may hold thousands of steps. */
const AT_ONCE_MS = 10;
/** A model takes longer than this to answer. */
const BEAT_MS = 1_000;

/** Records steps in order; they are durable when this resolves. */
export async function recordReports(
  recorder: Recorder,
  chain: AgentChain,
  steps: readonly ReportedStep[],
): Promise<void> {
  const written: Promise<unknown>[] = [];
  const record = (one: AgentRecord) =>
    written.push(recorder.record(chain, one, { patient: true }).acknowledged);
  let since = performance.now();
  for (const step of steps) {
    const timestamp = recorder.clock.now();
    const seen = seenIn(step);
    witness(recorder, chain.agent, step, seen);
    const digests = seen.map(({ digest }) => digest);
    if (step.kind === 'tool') record(toolRecord(chain, step, digests, timestamp));
    else for (const one of callRecords(chain, step, digests, timestamp)) record(one);
    if (performance.now() - since < AT_ONCE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  await Promise.all(written);
}

/** An event, as it is judged. */
interface Seen {
  readonly event: TranscriptEvent;
  readonly digest: EventDigest;
}

/** What a step brought, the last of it where it brought more than a record takes. */
function seenIn(step: ReportedStep): readonly Seen[] {
  const events = step.kind === 'model' ? step.events : step.event === null ? [] : [step.event];
  return events.slice(-DIGESTS_MAX).map((event) => ({ event, digest: digestEvent(event) }));
}

/** Keeps the texts, so that a stop can say what was called. */
function witness(
  recorder: Recorder,
  agent: string,
  step: ReportedStep,
  seen: readonly Seen[],
): void {
  for (const { event, digest } of seen) {
    if (event.kind !== 'tool') continue;
    const mark = digestMark(digest);
    const text = `${event.tool} ${JSON.stringify(event.args)}\n${event.result}`;
    const place = { at: step.atMs, session: REPORTED_SESSION, thread: step.thread };
    recorder.witness(agent, { ...place, kind: 'tool', text, ...(mark === null ? {} : { mark }) });
  }
}

function placeOf(chain: AgentChain, { id, thread }: ReportedStep) {
  return { agent: chain.agent, call: id, session: REPORTED_SESSION, thread };
}

function isBeat({ latest }: AgentChain, { thread }: ReportedStep, timestamp: number): boolean {
  const beatAt = latest.sessions[REPORTED_SESSION]?.threads[thread]?.lastBeatAt ?? null;
  return beatAt === null || timestamp - beatAt >= BEAT_MS;
}

function toolRecord(
  chain: AgentChain,
  step: ReportedTool,
  digests: readonly EventDigest[],
  timestamp: number,
): AdmitRecord | EventRecord {
  const observed = digests.length === 0 ? {} : { observed: { digests } };
  const whose = { ...placeOf(chain, step), ...observed };
  const spent = { tokenCount: 0, toolCalls: 1 };
  if (!isBeat(chain, step, timestamp)) {
    return { ...whose, type: 'admit', timestamp, purpose: 'tool', estimate: spent };
  }
  const outputLength = step.event?.result.length ?? 0;
  return { ...whose, type: 'event', event: { timestamp, ...spent, latencyMs: 0, outputLength } };
}

/**
 * The call, and what it used. Where a stop or a budget stands the call itself is not written down, because that would
 * read as a call that was refused; what it used is counted all the same.
 */
function callRecords(
  chain: AgentChain,
  step: ReportedModelCall,
  digests: readonly EventDigest[],
  timestamp: number,
): readonly AgentRecord[] {
  const place = placeOf(chain, step);
  const call: AdmitRecord = {
    ...place,
    type: 'admit',
    timestamp,
    purpose: 'step',
    estimate: { tokenCount: 0, toolCalls: 0 },
    ...recordedModel(step),
    ...recordedProvider(step),
  };
  const observed = digests.length === 0 ? {} : { observed: { digests } };
  const seen = { ...call, purpose: 'tool', reserve: false, ...observed } as const;
  const asked = chain.peek(call).safety.allowed
    ? [{ ...call, ...observed }]
    : digests.length > 0
      ? [seen]
      : [];
  const tokensUsed = Math.min(step.tokens, TOKENS_MAX);
  const { latencyMs, isFailed } = step;
  const status = isFailed ? 'FAILED' : 'SUCCESS';
  return [
    ...asked,
    {
      ...place,
      type: 'result',
      timestamp,
      result: { executed: true, latencyMs, status, tokensUsed },
      settles: { timestamp, tokenCount: 0, toolCalls: 0 },
      cachedTokens: Math.min(step.cachedTokens, TOKENS_MAX),
      ...recordedModel(step),
      ...recordedCost(present({ costMicroUsd: step.costMicroUsd })),
    },
  ];
}
