/**
 * The records of a call: what it asks for, what its tools ask for, what it really used. Their members are in canonical
 * order, because that is how they are written.
 */
import { present } from '../base/present.ts';
import {
  BUDGET_NAMES,
  BUDGETS,
  recordedCost,
  recordedModel,
  recordedProvider,
  type AdmitRecord,
  type Budgets,
  type CallAsk,
  type CallEnd,
  type CallEnding,
  type EventRecord,
  type Purpose,
  type ResultRecord,
} from '../core/index.ts';

type Estimate = AdmitRecord['estimate'];

/** What a call asks for, as a record says it. */
export function estimateOf(ask: CallAsk): AdmitRecord['estimate'] {
  return present({
    costMicroUsd: recordedCost(reservedCost(ask)).costMicroUsd,
    reserveTokens: ask.reserve?.tokens,
    tokenCount: ask.estimateTokens,
    toolCalls: 0,
  });
}

/** What it spends is not told with its answer, and a budget counts what answers tell. */
export function spendsUnseen({ spendsLater }: CallAsk, budgets: Budgets): boolean {
  return (
    spendsLater === true &&
    BUDGET_NAMES.some((name) => budgets[name] !== undefined && BUDGETS[name].unit !== 'calls')
  );
}

/** Where a call belongs. */
export function placeOf({ session, thread }: CallAsk): Pick<AdmitRecord, 'session' | 'thread'> {
  return present({ session, thread });
}

/** A call asks to pass. What was observed is told the first time alone: a call that waits asks again. */
export function admitRecord(
  id: string,
  ask: CallAsk,
  at: { readonly timestamp: number; readonly isFirst: boolean },
): AdmitRecord {
  return present({
    agent: ask.agent,
    call: id,
    estimate: estimateOf(ask),
    labels: ask.labels,
    model: recordedModel(ask).model,
    observed: at.isFirst ? ask.observed : undefined,
    parent: ask.parent,
    provider: recordedProvider(ask).provider,
    purpose: ask.purpose,
    session: ask.session,
    thread: ask.thread,
    timestamp: at.timestamp,
    type: 'admit' as const,
  });
}

/** The tools that an answer calls ask to run. */
export function toolsRecord(
  id: string,
  ask: CallAsk,
  tools: { readonly calls: number; readonly purpose: Purpose; readonly timestamp: number },
): AdmitRecord {
  return {
    agent: ask.agent,
    call: id,
    estimate: { tokenCount: 0, toolCalls: tools.calls },
    purpose: tools.purpose,
    reserve: false,
    ...placeOf(ask),
    timestamp: tools.timestamp,
    type: 'admit',
  };
}

/** A call that ended. */
export interface EndedCall {
  readonly id: string;
  readonly ask: CallAsk;
  readonly admittedAt: number;
  readonly end: CallEnd;
  readonly timestamp: number;
}

/** How a call ended: with what the model answered, or by itself where it did not. It settles what was reserved. */
export function endRecord(ended: EndedCall): EventRecord | ResultRecord {
  const { response } = ended.end;
  return response === undefined ? resultRecord(ended) : answerRecord(ended, response);
}

function resultRecord({ id, ask, admittedAt, end, timestamp }: EndedCall): ResultRecord {
  const { status, latencyMs, tokens, cachedTokens } = end;
  return present({
    agent: ask.agent,
    cachedTokens,
    call: id,
    costMicroUsd: recordedCost(end.unheard === true ? reservedCost(ask) : end).costMicroUsd,
    estimated: end.estimated === true ? true : undefined,
    labels: ask.labels,
    lost: end.lost === true ? true : undefined,
    model: end.model === ask.model ? undefined : recordedModel(end).model,
    plan: end.plan,
    reserved: reservedFor(ask, admittedAt),
    result: { executed: status !== 'BLOCKED', latencyMs, status, tokensUsed: tokens },
    session: ask.session,
    settles: settlesOf(ask, admittedAt, end),
    thread: ask.thread,
    timestamp,
    trouble: end.trouble,
    type: 'result' as const,
  });
}

function answerRecord(
  { id, ask, admittedAt, end, timestamp }: EndedCall,
  { observed, outputHash, outputLength, toolCalls }: NonNullable<CallEnd['response']>,
): EventRecord {
  const { latencyMs, tokens: tokenCount } = end;
  return present({
    agent: ask.agent,
    call: id,
    ended: endingOf(ask, admittedAt, end),
    event: present({ latencyMs, outputHash, outputLength, timestamp, tokenCount, toolCalls }),
    labels: ask.labels,
    observed,
    session: ask.session,
    settles: settled(ask, admittedAt),
    thread: ask.thread,
    type: 'event' as const,
  });
}

/** What is known of an answered call when it has ended, beside what its event tells. */
function endingOf(ask: CallAsk, admittedAt: number, end: CallEnd): CallEnding {
  return present({
    cachedTokens: end.cachedTokens === 0 ? undefined : end.cachedTokens,
    costMicroUsd: recordedCost(end.unheard === true ? reservedCost(ask) : end).costMicroUsd,
    estimated: end.estimated === true ? true : undefined,
    lost: end.lost === true ? true : undefined,
    model: end.model === ask.model ? undefined : recordedModel(end).model,
    plan: end.plan,
    reserved: reservedFor(ask, admittedAt),
    status: end.status,
    trouble: end.trouble,
  });
}

function settled(ask: CallAsk, timestamp: number) {
  const reserveTokens = ask.reserve?.tokens;
  return present({ reserveTokens, timestamp, tokenCount: ask.estimateTokens, toolCalls: 0 });
}

/** What nobody heard takes the estimate of the minute back, and leaves what budgets reserved. */
function settlesOf(ask: CallAsk, timestamp: number, { unheard }: CallEnd) {
  const { reserveTokens: _, ...minute } = settled(ask, timestamp);
  return unheard === true ? minute : settled(ask, timestamp);
}

/** What a call costs at most, as far as that can be told before it. */
function reservedCost({ reserve, estimateMicroUsd }: CallAsk): Pick<Estimate, 'costMicroUsd'> {
  return present({ costMicroUsd: reserve?.microUsd ?? estimateMicroUsd });
}

/** The money that was counted when the call passed. */
function reservedFor(ask: CallAsk, timestamp: number): ResultRecord['reserved'] {
  const { costMicroUsd } = recordedCost(reservedCost(ask));
  return costMicroUsd === undefined ? undefined : { costMicroUsd, timestamp };
}
