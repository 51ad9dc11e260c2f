/**
 * One request of an agent and its answer, under the gate: asked, forwarded, relayed, settled.
 *
 * Bytes go through unchanged; a copy is read. Nothing is forwarded before the gate has let it through, and
 * whatever becomes of a call that was let through, it is settled.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorWords } from '../base/error-words.ts';
import type { HeaderPairs } from '../base/header-pairs.ts';
import type { GatePort, GateRefusal, OpenCall } from '../core/index.ts';
import type { Witnessed } from '../gate/index.ts';
import type { PriceOf } from '../prices/index.ts';
import { askedOf, type Asked } from './asked.ts';
import type { Attestation } from './attestation.ts';
import { CallFailed } from './call-failed.ts';
import { forwardedHeaders } from './hop-headers.ts';
import { observeRequest } from './observe/observe-request.ts';
import { estimateBeforeCall, usageBeforeCall } from './observe/token-estimate.ts';
import { problemAnswer, sendAnswer } from './own-answers.ts';
import type { ProviderSettings } from './proxy-settings.ts';
import { refusalAnswer } from './refuse.ts';
import { relayAnswer } from './relay/relay-answer.ts';
import { settleFailure, settleUnheard, type CallEstimate } from './relay/settle.ts';
import type { Route } from './route/route.ts';
import type { ThreadMemory } from './thread/thread-memory.ts';
import type { Upstream, UpstreamResponse } from './upstream.ts';

/** A gate that also keeps evidence. */
export interface WitnessingGate extends GatePort {
  witness(agent: string, seen: Witnessed): void;
}

/** What an exchange needs. */
export interface ExchangeParts {
  readonly gate: WitnessingGate;
  readonly memory: ThreadMemory;
  readonly provider: ProviderSettings;
  readonly upstream: Upstream;
  readonly attestation: Attestation;
  readonly nowMs: () => number;
  readonly priceOf: PriceOf;
}

/** How long a veto is waited for: below the time after which clients give up. */
const WAIT_MS = 75_000;
const WAIT_GEMINI_MS = 45_000;

/** Handles a request whose body was read. */
export async function exchange(
  parts: ExchangeParts,
  route: Route,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const asked = await askedOf(parts, route, request, body);
  if ('problem' in asked) {
    sendAnswer(response, problemAnswer(asked.status, asked.problem));
    return;
  }
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // It may have left while its request was read.
  if (response.destroyed) gone.abort();
  const unattested = parts.attestation.refusal(asked, parts.nowMs());
  if (unattested !== null) {
    sendAnswer(response, refusalAnswer(asked, unattested));
    return;
  }
  const { look } = asked;
  const observed = observeRequest(look, asked.body, parts.nowMs());
  const estimate = estimateOf(parts, asked);
  const admission = await parts.gate.admit({
    agent: route.agent,
    ...(look.session === null ? {} : { session: look.session }),
    thread: look.thread,
    purpose: asked.purpose,
    ...estimate,
    ...(observed === undefined || !asked.generates ? {} : { observed }),
    ...(asked.model === null || !asked.generates ? {} : { model: asked.model }),
    provider: route.provider,
    compacts: asked.compacts,
    waitMs: parts.provider.format === 'gemini' ? WAIT_GEMINI_MS : WAIT_MS,
    gone: gone.signal,
  });
  if (!admission.allowed) {
    sendAnswer(response, refusalAnswer(asked, admission.refusal));
    return;
  }
  const { call } = admission;
  const startedMs = parts.nowMs();
  try {
    look.commit();
    witnessRequest(parts, asked);
    await forward(parts, asked, call, response, { gone: gone.signal, estimate });
  } catch (error) {
    // Our own fault, and no failure of the agent's.
    await settleFailure(call, 'PARTIAL', parts.nowMs() - startedMs);
    throw new CallFailed(call.id, error);
  }
}

/** What the call would use, and cost where the price is known; nothing where no model is asked. */
function estimateOf({ priceOf }: ExchangeParts, asked: Asked): CallEstimate {
  const { generates, model, look, plain } = asked;
  if (!generates) return { estimateTokens: 0 };
  const estimateTokens = estimateBeforeCall(look.newBytes, look.lastOutputTokens);
  const usage = usageBeforeCall(plain.length, look.newBytes, look.lastOutputTokens);
  const cost = model === null ? null : priceOf(model, usage);
  return { estimateTokens, ...(cost === null ? {} : { estimateMicroUsd: cost }) };
}

/** Sends the request on and relays what comes back. Every way out settles the call. */
async function forward(
  parts: ExchangeParts,
  asked: Asked,
  call: OpenCall,
  response: ServerResponse,
  { gone, estimate }: { readonly gone: AbortSignal; readonly estimate: CallEstimate },
): Promise<void> {
  const startedMs = parts.nowMs();
  const signal = AbortSignal.any([call.signal, gone]);
  const isAsked = !signal.aborted;
  let answer: UpstreamResponse;
  try {
    answer = await parts.upstream.send({
      method: asked.method,
      path: asked.route.upstreamPath,
      headers: upstreamHeaders(parts, asked),
      body: asked.raw.length === 0 ? null : asked.raw,
      signal,
    });
  } catch (error) {
    const problem = errorWords(error);
    const latencyMs = parts.nowMs() - startedMs;
    asked.look.answered(false, null);
    if (call.signal.aborted) {
      await settleFailure(call, 'BLOCKED', latencyMs);
      sendAnswer(response, refusalAnswer(asked, call.signal.reason as GateRefusal));
      return;
    }
    if (gone.aborted && isAsked) await settleUnheard(call, estimate, latencyMs);
    else await settleFailure(call, gone.aborted ? 'PARTIAL' : 'FAILED', latencyMs, gone.aborted);
    const words = `the provider ${asked.route.provider} did not answer: ${problem}`;
    sendAnswer(response, problemAnswer(502, words));
    return;
  }
  await relayAnswer({ ...parts, asked, call, answer, response, startedMs });
}

/** What the provider gets: the client's headers, with an answer that can be read where it is streamed. */
function upstreamHeaders({ provider, upstream }: ExchangeParts, asked: Asked): HeaderPairs {
  const negotiates = asked.headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  const plain = asked.streams && negotiates ? [['accept-encoding', 'identity'] as const] : [];
  return forwardedHeaders(asked.headers, {
    host: upstream.host,
    injected: provider.key ?? null,
    added: [...provider.headers, ...plain],
  });
}

function witnessRequest({ gate }: ExchangeParts, { look }: Asked): void {
  for (const event of look.events) {
    if (event.kind === 'compaction') continue;
    const text =
      event.kind === 'tool'
        ? `${event.tool} ${JSON.stringify(event.args)}\n${event.error ?? ''}${event.result}`
        : event.text;
    const { session, thread } = look;
    gate.witness(look.agent, { session, thread, kind: event.kind, text });
  }
}
