/**
 * What a record says of a model and its price, cut down to what a record may carry.
 *
 * Clients name models as they like, and nothing is refused because of it. What no record can hold is left out: it must
 * not keep a call from being asked for, nor from being settled.
 */
import { encodedBytes } from '../../base/clip-text.ts';
import { COST_MICRO_USD_MAX, MODEL_LENGTH_MAX, NAME_LENGTH_MAX } from '../limits.ts';
import type { AdmitRecord, ResultRecord } from './records.ts';

/** The model as a record names it; nothing when nothing is left of the name. */
export function recordedModel({ model }: { readonly model?: string }): Pick<AdmitRecord, 'model'> {
  const name = recordedName(model, MODEL_LENGTH_MAX);
  return name === undefined ? {} : { model: name };
}

/** The provider as a record names it. */
export function recordedProvider(asked: {
  readonly provider?: string;
}): Pick<AdmitRecord, 'provider'> {
  const name = recordedName(asked.provider, NAME_LENGTH_MAX);
  return name === undefined ? {} : { provider: name };
}

/** A cost in millionths of a dollar; one that no record can carry is none that is known. */
export function recordedCost({
  costMicroUsd: cost,
}: Pick<ResultRecord, 'costMicroUsd'>): Pick<ResultRecord, 'costMicroUsd'> {
  const isKnown = cost !== undefined && Number.isSafeInteger(cost) && cost >= 0;
  return isKnown ? { costMicroUsd: Math.min(cost, COST_MICRO_USD_MAX) } : {};
}

/** What a call cost; null when nobody knows. No tokens cost nothing, whatever the model. */
export function costOfResult(
  record: Pick<ResultRecord, 'costMicroUsd' | 'cachedTokens' | 'result'>,
): number | null {
  const { costMicroUsd, cachedTokens = 0, result } = record;
  return costMicroUsd ?? (result.tokensUsed + cachedTokens === 0 ? 0 : null);
}

/** ASCII that a name may contain: a byte each. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The name within so many bytes, without what names may not contain; undefined when nothing is left. */
function recordedName(given: string | undefined, bytesMax: number): string | undefined {
  if (given === undefined) return undefined;
  // Nearly every name is one of these, and nothing of it has to go.
  if (given !== '' && given.length <= bytesMax && PLAIN.test(given)) return given;
  let name = '';
  let used = 0;
  // By code points, so that no character is cut in half; the ones far behind the limit are not looked at.
  for (const character of given.slice(0, bytesMax * 2)) {
    if (!character.isWellFormed() || /[\p{Cc}"\\]/u.test(character)) continue;
    used += encodedBytes(character);
    if (used > bytesMax) break;
    name += character;
  }
  return name === '' ? undefined : name;
}
