/**
 * Tells the gate how a call ended, whichever way it did.
 */
import { present } from '../../base/present.ts';
import type { CallAsk, CallEnd, ExecutionStatus, Observation, OpenCall } from '../../core/index.ts';
import { digestMark } from '../../detect/index.ts';
import { costOfAnswer } from '../../prices/index.ts';
import { troubleOfError, type ResponseFacts, type Usage } from '../../wire/index.ts';
import type { ExchangeParts, PassedRequest } from '../exchange.ts';
import { exchangeHashOf, observeResponse } from '../observe/observe.ts';
import { accountedUsage } from '../observe/usage-estimate.ts';

/** Overload is the provider's word to wait, and no failure of the agent. */
const OVERLOADED: ReadonlySet<number> = new Set([503, 529]);
const SERVER_ERROR = 500;
/** Roughly; only the estimate before the next call looks at it. */
const CHARACTERS_PER_TOKEN = 4;

/** What a status says about the call: only a provider that broke counts as a failure. */
export function statusOf(httpStatus: number): ExecutionStatus {
  if (httpStatus < 400) return 'SUCCESS';
  return httpStatus >= SERVER_ERROR && !OVERLOADED.has(httpStatus) ? 'FAILED' : 'PARTIAL';
}

/** A call without any answer of the model; `lost` when its client hung up. One that failed met a provider that is down. */
export function settleFailure(
  call: OpenCall,
  status: ExecutionStatus,
  latencyMs: number,
  lost = false,
): Promise<void> {
  const down = status === 'FAILED' ? { trouble: { kind: 'down' as const } } : {};
  return call.finish({ status, latencyMs, tokens: 0, cachedTokens: 0, lost, ...down });
}

/** What a call was let through with. */
export type CallEstimate = Pick<CallAsk, 'estimateTokens' | 'estimateMicroUsd' | 'reserve'>;

/**
 * A call whose client hung up before the answer began, or whose answer does not tell its tokens. The provider was asked,
 * and charges for what nobody heard: it counts as it was estimated, and budgets keep what they reserved, or a client that
 * never waits would spend without end.
 */
export function settleUnheard(
  call: OpenCall,
  { estimateTokens, estimateMicroUsd }: CallEstimate,
  latencyMs: number,
  how: Pick<CallEnd, 'status' | 'lost'> = { status: 'PARTIAL', lost: true },
): Promise<void> {
  return call.finish({
    ...how,
    latencyMs,
    tokens: estimateTokens,
    cachedTokens: 0,
    estimated: true,
    unheard: true,
    ...present({ costMicroUsd: estimateMicroUsd }),
  });
}

/** An answer that has come to its end, whole or cut. */
export interface EndedAnswer {
  readonly facts: ResponseFacts;
  /** Tools that it calls; one for an answer that cannot be read. */
  readonly calls: number;
  readonly status: ExecutionStatus;
  /** The client hung up before it had all of it. */
  readonly lost: boolean;
  readonly startedMs: number;
  readonly nowMs: number;
}

/** A call with an answer, whole or cut. */
export async function settleAnswer(
  passed: PassedRequest & Pick<ExchangeParts, 'gate' | 'priceOf'>,
  ended: EndedAnswer,
): Promise<void> {
  const { call, request, inThread, turn, priceOf } = passed;
  const { facts, calls, status, lost, startedMs, nowMs } = ended;
  const { text, toolCalls } = facts;
  const said = { text, toolCalls };
  const outputHash = exchangeHashOf(inThread, said);
  const { isSide } = inThread;
  const observed = isSide ? undefined : observeResponse(said, nowMs);
  if (text !== '' || calls > 0) witnessAnswer(passed, text, observed);
  const trouble = troubleOfError(facts.error);
  // At once: the client has the answer, and its next request must find that it was read.
  const outputTokens = facts.usage?.outputTokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  turn.answered(status === 'SUCCESS', { toolCalls, outputTokens });
  const { usage, isEstimate } = await accountedUsage(facts, request.plain);
  const cost = costOfAnswer(priceOf, facts.model, request.model, usage);
  await call.finish({
    status,
    latencyMs: nowMs - startedMs,
    tokens: newlyPaid(usage),
    cachedTokens: usage.cacheReadTokens,
    estimated: isEstimate,
    lost,
    ...(trouble === null ? {} : { trouble }),
    ...(facts.model === null ? {} : { model: facts.model }),
    ...(cost === null ? {} : { costMicroUsd: cost }),
    ...(isSide && toolCalls.length === 0
      ? {}
      : {
          response: {
            toolCalls: toolCalls.length,
            outputLength: text.length,
            ...(outputHash === null ? {} : { outputHash }),
            ...present({ observed }),
          },
        }),
  });
}

/** Keeps the text, with the mark of the step that it is; words beside calls and side answers are none. */
function witnessAnswer(
  { gate, inThread }: PassedRequest & Pick<ExchangeParts, 'gate'>,
  text: string,
  observed: Observation | undefined,
): void {
  const { agent, session, thread } = inThread;
  const [digest] = observed?.digests ?? [];
  const mark = digest === undefined ? null : digestMark(digest);
  const seen = { session, thread, kind: 'response', text };
  gate.witness(agent, mark === null ? seen : { ...seen, mark });
}

function newlyPaid({ inputTokens, cacheWriteTokens, outputTokens }: Usage): number {
  return inputTokens + cacheWriteTokens + outputTokens;
}
