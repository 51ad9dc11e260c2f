/**
 * Tells the gate how a call ended, whichever way it did.
 */
import { present } from '../../base/present.ts';
import type { ExecutionStatus, CallAsk, OpenCall } from '../../core/index.ts';
import { costOfAnswer, type PriceOf } from '../../prices/index.ts';
import type { ResponseFacts, Usage } from '../../wire/index.ts';
import type { Asked } from '../asked.ts';
import { exchangeHashOf } from '../observe/observe-exchange.ts';
import { observeResponse } from '../observe/observe-response.ts';
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

/** A call without any answer of the model; `lost` when its client hung up. */
export function settleFailure(
  call: OpenCall,
  status: ExecutionStatus,
  latencyMs: number,
  lost = false,
): Promise<void> {
  return call.finish({ status, latencyMs, tokens: 0, cachedTokens: 0, lost });
}

/** What a call was let through with. */
export type CallEstimate = Pick<CallAsk, 'estimateTokens' | 'estimateMicroUsd'>;

/**
 * A call whose client hung up before the answer began. The provider was asked, and charges for what nobody heard: it
 * counts as it was estimated, or a client that never waits would spend without end.
 */
export function settleUnheard(
  call: OpenCall,
  { estimateTokens, estimateMicroUsd }: CallEstimate,
  latencyMs: number,
): Promise<void> {
  return call.finish({
    status: 'PARTIAL',
    latencyMs,
    tokens: estimateTokens,
    cachedTokens: 0,
    estimated: true,
    lost: true,
    ...present({ costMicroUsd: estimateMicroUsd }),
  });
}

/** A call with an answer, whole or cut. */
export async function settleAnswer(
  call: OpenCall,
  asked: Asked,
  facts: ResponseFacts,
  status: ExecutionStatus,
  at: { readonly latencyMs: number; readonly nowMs: number; readonly lost: boolean },
  priceOf: PriceOf,
): Promise<void> {
  const { text, toolCalls } = facts;
  const said = { text, toolCalls };
  const outputHash = exchangeHashOf(asked.look, said);
  const { isSide } = asked.look;
  // At once: the client has the answer, and its next request must find that it was read.
  const outputTokens = facts.usage?.outputTokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  asked.look.answered(status === 'SUCCESS', { toolCalls, outputTokens });
  const usage = await accountedUsage(facts, asked.plain.toString('utf8'));
  const cost = costOfAnswer(priceOf, facts.model, asked.model, usage);
  await call.finish({
    status,
    latencyMs: at.latencyMs,
    tokens: newlyPaid(usage),
    cachedTokens: usage.cacheReadTokens,
    estimated: usage.source === 'estimate',
    lost: at.lost,
    ...(facts.model === null ? {} : { model: facts.model }),
    ...(cost === null ? {} : { costMicroUsd: cost }),
    ...(isSide && toolCalls.length === 0
      ? {}
      : {
          response: {
            toolCalls: toolCalls.length,
            outputLength: text.length,
            ...(outputHash === null ? {} : { outputHash }),
            ...(isSide ? {} : { observed: observeResponse(said, at.nowMs) }),
          },
        }),
  });
}

function newlyPaid({ inputTokens, cacheWriteTokens, outputTokens }: Usage): number {
  return inputTokens + cacheWriteTokens + outputTokens;
}
