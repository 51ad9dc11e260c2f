/**
 * Relays a streamed answer frame by frame. Text flows; the frame that completes a tool call waits for the gate,
 * because clients run a tool as soon as its call is whole.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { errorWords } from '../../base/error-words.ts';
import type { GateRefusal, OpenCall } from '../../core/index.ts';
import {
  type MadeToolCall,
  type StreamReader,
  SseSplitter,
  type SseFrame,
} from '../../wire/index.ts';
import type { ApproveCalls } from '../wire-approvals.ts';
import { StreamStalled, type StallWatch } from './stall-watch.ts';

/** How a relayed stream ended. */
export type StreamEnd =
  /** As the provider ended it. */
  | { readonly how: 'ended' }
  /** The gate ended it. */
  | {
      readonly how: 'cut';
      readonly refusal: GateRefusal;
      /** The last frame sent was not whole. */ readonly inFrame: boolean;
    }
  /** The client went away. */
  | { readonly how: 'client-gone' }
  /** Nothing came for too long, and such streams are cut. */
  | { readonly how: 'stalled' }
  /** The provider's side broke. */
  | { readonly how: 'broken'; readonly problem: string };

/** Relays until one of these happens. The answer's end is the caller's to write. */
export async function relayStream(
  source: AsyncIterable<Buffer>,
  to: ServerResponse,
  reader: StreamReader,
  call: OpenCall,
  approve: ApproveCalls,
  watch: Pick<StallWatch, 'came' | 'waits'>,
): Promise<StreamEnd> {
  const splitter = new SseSplitter();
  let calls = 0;
  let inFrame = false;
  const cut = (refusal: GateRefusal): StreamEnd => ({ how: 'cut', refusal, inFrame });
  const mayRun = async (completed: readonly MadeToolCall[] | null) => {
    const refusal = await approve(completed);
    calls += completed?.length ?? 1;
    // A stop that came while a person was asked says more than the question.
    return refusal === null || call.signal.aborted ? call.mayRun(calls, completed ?? []) : refusal;
  };
  const pass = async (
    completed: readonly MadeToolCall[] | null,
    bytes: Buffer,
  ): Promise<GateRefusal | null> => {
    if (completed === null || completed.length > 0) {
      const refusal = await mayRun(completed);
      if (refusal !== null) return refusal;
    }
    if (call.signal.aborted) return call.signal.reason as GateRefusal;
    await write(to, bytes);
    if (bytes.length > 0) inFrame = !endsFrame(bytes);
    return null;
  };
  const relay = async (frames: readonly SseFrame[]): Promise<GateRefusal | null> => {
    for (const frame of frames) {
      // Nobody knows what a frame says that is too large to be read: it may complete a call.
      const completed = frame.oversize ? null : reader.take(frame).completes;
      const refusal = await pass(completed, frame.bytes);
      if (refusal !== null) return refusal;
    }
    return null;
  };
  try {
    for await (const chunk of source) {
      watch.came();
      const refusal = await relay(splitter.push(chunk));
      if (refusal !== null) return cut(refusal);
      if (to.destroyed) return { how: 'client-gone' };
      watch.waits();
    }
    const rest = splitter.end();
    const refusal =
      (await relay(rest === null ? [] : [rest])) ??
      (await pass(reader.end().completes, Buffer.alloc(0)));
    return refusal === null ? { how: 'ended' } : cut(refusal);
  } catch (error) {
    if (call.signal.aborted) return cut(call.signal.reason as GateRefusal);
    if (to.destroyed) return { how: 'client-gone' };
    if (error instanceof StreamStalled) return { how: 'stalled' };
    return { how: 'broken', problem: errorWords(error) };
  }
}

/** Whether the bytes end with the blank line that ends a frame. */
function endsFrame(bytes: Buffer): boolean {
  return /(?:\r\n|\n|\r)(?:\r\n|\n|\r)$/.test(bytes.subarray(-4).toString('latin1'));
}

/** Writes and waits while the client is slower than the provider. */
export async function write(to: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || to.destroyed || to.write(bytes)) return;
  const gone = new AbortController();
  const close = () => gone.abort();
  to.once('close', close);
  try {
    await once(to, 'drain', { signal: gone.signal });
  } catch {
    // The client went away while it was waited for; the caller sees that.
  } finally {
    to.off('close', close);
  }
}
