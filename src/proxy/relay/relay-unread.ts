/**
 * Relays an answer that is not read as a model's: it goes through as it comes, and what tokens it tells is counted.
 *
 * Endpoints that nobody reads cost as much as those that are read. Both ends of the answer are kept, because that is
 * where providers tell the tokens; where none are told and a model was asked, the call counts as it was estimated.
 */
import { valuesOf } from '../../base/header-pairs.ts';
import { present } from '../../base/present.ts';
import { costOfAnswer } from '../../prices/index.ts';
import { usageInText, type Usage } from '../../wire/index.ts';
import { decodedBody } from './content-encoding.ts';
import { write, type StreamEnd } from './relay-stream.ts';
import { begin, type Relayed } from './relayed.ts';
import { settleFailure, settleUnheard, statusOf } from './settle.ts';

/** Bytes kept from the start of an answer, and from its end. */
const END_BYTES = 65_536;
/** Of an answer that is packed all bytes are needed. */
const PACKED_BYTES_MAX = 8 * 1024 * 1024;

/** Relays the answer and settles its call. */
export async function relayUnread(relayed: Relayed): Promise<void> {
  const { answer, response, call, turn, request } = relayed;
  // At once: a client may send its request again before the provider has ended this answer.
  turn.answered(answer.status < 400, null);
  begin(relayed);
  response.flushHeaders();
  const isPacked = valuesOf(answer.headers, 'content-encoding').some((one) => one !== 'identity');
  const kept = new KeptEnds(isPacked ? PACKED_BYTES_MAX : END_BYTES);
  const counts = request.maySpend && answer.status < 400;
  let end: StreamEnd['how'] = 'ended';
  try {
    for await (const chunk of answer.body) {
      if (call.signal.aborted) throw new Error('cut');
      if (counts) kept.take(chunk);
      await write(response, chunk);
    }
    response.end();
  } catch {
    end = call.signal.aborted ? 'cut' : response.destroyed ? 'client-gone' : 'broken';
    response.destroy();
  }
  const usage = counts ? await usageIn(kept, relayed) : null;
  await settle(relayed, end, usage, counts);
}

async function settle(
  { answer, call, request, estimate, priceOf, nowMs, startedMs }: Relayed,
  end: StreamEnd['how'],
  usage: Usage | null,
  counts: boolean,
): Promise<void> {
  const latencyMs = nowMs() - startedMs;
  const lost = end === 'client-gone';
  const status = end === 'cut' ? 'BLOCKED' : end === 'broken' ? 'FAILED' : statusOf(answer.status);
  if (usage !== null) {
    const { inputTokens, cacheWriteTokens, outputTokens } = usage;
    const cost = costOfAnswer(priceOf, null, request.model, usage);
    const tokens = inputTokens + cacheWriteTokens + outputTokens;
    const costMicroUsd = cost ?? undefined;
    await call.finish({
      status,
      latencyMs,
      tokens,
      cachedTokens: 0,
      lost,
      ...present({ costMicroUsd }),
    });
  } else if (counts && estimate.estimateTokens > 0) {
    await settleUnheard(call, estimate, latencyMs, { status, lost });
  } else await settleFailure(call, status, latencyMs, lost);
}

async function usageIn(kept: KeptEnds, { answer }: Relayed): Promise<Usage | null> {
  const encoding = valuesOf(answer.headers, 'content-encoding').join(',') || null;
  const decoded = await decodedBody(kept.bytes(), encoding);
  return decoded.kind === 'plain' ? usageInText(decoded.bytes.toString('utf8')) : null;
}

/** The start and the end of a stream of bytes. */
class KeptEnds {
  readonly #bytesMax: number;
  readonly #start: Buffer[] = [];
  #startBytes = 0;
  #end: Buffer[] = [];
  #endBytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  take(chunk: Buffer): void {
    const room = this.#bytesMax - this.#startBytes;
    if (room > 0) {
      const first = chunk.subarray(0, room);
      this.#start.push(first);
      this.#startBytes += first.length;
      if (first.length < chunk.length) this.take(chunk.subarray(first.length));
      return;
    }
    this.#end.push(chunk);
    this.#endBytes += chunk.length;
    if (this.#endBytes <= 2 * this.#bytesMax) return;
    const end = Buffer.concat(this.#end).subarray(-this.#bytesMax);
    this.#end = [Buffer.from(end)];
    this.#endBytes = end.length;
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#start, ...this.#end]);
  }
}
