/**
 * What a call cost, as its result says it.
 */
import type { ResultRecord } from './records.ts';

/** Millionths of a dollar; null when nobody knows. No tokens cost nothing, whatever the model. */
export function costOfResult(
  record: Pick<ResultRecord, 'costMicroUsd' | 'cachedTokens' | 'result'>,
): number | null {
  const { costMicroUsd, cachedTokens = 0, result } = record;
  return costMicroUsd ?? (result.tokensUsed + cachedTokens === 0 ? 0 : null);
}
