/**
 * One request of an agent and its answer, under the gate: asked, forwarded, relayed, settled.
 *
 * Bytes go through unchanged; a copy is read. Nothing is forwarded before the gate has let it through, and
 * whatever becomes of a call that was let through, it is settled.
 */
import type { ServerResponse } from 'node:http';
import { errorWords } from '../base/error-words.ts';
import type { HeaderPairs } from '../base/header-pairs.ts';
import { allowsModel } from '../base/key-grant.ts';
import { MAIN } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import type { ClientFacts } from '../clients/client-headers.ts';
import type { CallAsk, GatePort, GateRefusal, Observation, OpenCall } from '../core/index.ts';
import { digestMark } from '../detect/index.ts';
import type { Witnessed } from '../gate/index.ts';
import { outputTokensMax, type PriceOf, type Usage } from '../prices/index.ts';
import { withAppendedNote } from '../wire/index.ts';
import type { UpstreamResponse } from './answer-handler.ts';
import type { Attestation } from './attestation.ts';
import { CallFailed } from './call-failed.ts';
import { forwardedHeaders } from './headers.ts';
import { observeRequest } from './observe/observe.ts';
import { estimateBeforeCall, usageBeforeCall } from './observe/token-estimate.ts';
import { problemAnswer, sendAnswer } from './own-answers.ts';
import type { ProviderSettings } from './proxy-settings.ts';
import { readRequest, type ProxyRequest, type RawRequest } from './read-request.ts';
import { refusalAnswer } from './refuse.ts';
import { relayAnswer } from './relay/relay-answer.ts';
import { settleFailure, settleUnheard, type CallEstimate } from './relay/settle.ts';
import type { StalledStreams } from './relay/stall-watch.ts';
import { withHeadOf } from './relay/told-call.ts';
import { beginsTurn } from './thread/begins-turn.ts';
import type { OpenTurn, RequestInThread, ThreadMemory } from './thread/thread-memory.ts';
import type { Upstream } from './upstream.ts';
import {
  approveCalls,
  placeOf,
  type ApproveCalls,
  type WireApprovals,
  type WirePatience,
} from './wire-approvals.ts';

/** A gate that also keeps evidence. */
export interface WitnessingGate extends GatePort {
  witness(agent: string, seen: Witnessed): void;
  /** Hears that a person's prompt begins a turn. */
  nextPrompt?(agent: string, session: string | null): Promise<void>;
  /** What the agent should be told, recorded as told; null when there is nothing. */
  steer?(
    place: { readonly agent: string; readonly session?: string; readonly thread?: string },
    way: 'wire',
  ): Promise<string | null>;
}

/** What an exchange needs. */
export interface ExchangeParts {
  readonly gate: WitnessingGate;
  readonly memory: ThreadMemory;
  readonly provider: ProviderSettings;
  readonly upstream: Upstream;
  readonly attestation: Attestation;
  readonly nowMs: () => number;
  /** Whether a warning is added to the request that it came with. */
  readonly steersOnWire: boolean;
  readonly priceOf: PriceOf;
  /** Who asks people about high-impact actions; null: nobody. */
  readonly approvals: WireApprovals | null;
  /** Whether it is asked before each piece of a request if it may still be sent. */
  readonly sendsInPieces: boolean;
  /** Notices streams in which nothing comes any more. */
  readonly stalls: StalledStreams;
}

/** How long a veto is waited for: below the time after which clients give up. */
const WAIT_MS = 75_000;
const WAIT_GEMINI_MS = 45_000;

/** Handles a request whose body was read. */
export async function exchange(
  parts: ExchangeParts,
  raw: RawRequest,
  response: ServerResponse,
): Promise<void> {
  const passed = await letThrough(parts, raw, response);
  if (passed === null) return;
  const { call, turn, inThread } = passed;
  const startedMs = parts.nowMs();
  try {
    const request = await withSteer(parts, passed.request, inThread);
    await forward(parts, { ...passed, request }, response);
  } catch (error) {
    // Our own fault, and no failure of the agent's.
    await settleFailure(call, 'PARTIAL', parts.nowMs() - startedMs);
    throw new CallFailed(call.id, error);
  } finally {
    // Whichever way out was taken: a turn whose answer nobody reported has failed.
    turn.answered(false, null);
  }
}

/**
 * Asks the gate; null when it was refused, and answered. The conversation that was read ends here: it takes more memory than
 * its bytes, and a stream may stay open for long.
 */
async function letThrough(
  parts: ExchangeParts,
  raw: RawRequest,
  response: ServerResponse,
): Promise<PassedRequest | null> {
  const request = await readRequest(raw, parts.provider);
  if (request.kind === 'problem') {
    sendAnswer(response, problemAnswer(request.status, request.words));
    return null;
  }
  const gone = hangUpOf(response);
  const inThread = parts.memory.locate(request);
  const client = request.client.client;
  const unattested =
    request.unread === null
      ? parts.attestation.refusal({ ...inThread, client }, parts.nowMs())
      : null;
  if (unattested !== null) {
    sendAnswer(response, refusalAnswer(request, unattested));
    return null;
  }
  const { generates, model, route } = request;
  const observed = observeRequest(inThread, request.conversation, parts.nowMs());
  const estimate = callEstimate(parts, request, inThread);
  const waitMs = parts.provider.format === 'gemini' ? WAIT_GEMINI_MS : WAIT_MS;
  const patience = { waitMs, gone };
  const unapproved = await unapprovedSpend(parts, request, inThread, estimate, patience);
  if (unapproved !== null) {
    sendAnswer(response, refusalAnswer(request, unapproved));
    return null;
  }
  if (beginsTurn(request, inThread)) await parts.gate.nextPrompt?.(route.agent, inThread.session);
  const admission = await parts.gate.admit({
    agent: route.agent,
    ...(inThread.session === null ? {} : { session: inThread.session }),
    thread: inThread.thread,
    purpose: inThread.purpose,
    ...parentOf(request.client),
    ...estimate,
    ...(observed === undefined || !generates ? {} : { observed }),
    texts: textsOf(inThread, observed),
    ...(model === null || estimate.estimateTokens === 0 ? {} : { model }),
    ...(request.spendsLater ? { spendsLater: true } : {}),
    provider: route.provider,
    ...(client === null ? {} : { client }),
    compacts: request.compacts,
    ...conditionsOf(request),
    ...patience,
  });
  if (!admission.allowed) {
    sendAnswer(response, refusalAnswer(request, admission.refusal));
    return null;
  }
  const { call } = admission;
  return {
    request: { ...request, conversation: null },
    inThread,
    turn: parts.memory.begin(inThread),
    call,
    approve: approving(parts, inThread, patience, call),
    estimate,
    gone,
  };
}

/** Asks people about the tools of an answer, until the client hangs up or the call is cut. */
function approving(
  { approvals }: ExchangeParts,
  inThread: RequestInThread,
  { waitMs, gone }: WirePatience,
  call: OpenCall,
): ApproveCalls {
  // Where nobody is asked, nobody waits for a person.
  const ended = approvals === null ? gone : eitherOf(call.signal, gone);
  return approveCalls(approvals, placeOf(inThread), { waitMs, gone: ended });
}

/** The request with what its agent should be told, where a person turned that on; else as it came. */
async function withSteer(
  { gate, steersOnWire }: ExchangeParts,
  request: ProxyRequest,
  { session, thread }: RequestInThread,
): Promise<ProxyRequest> {
  const { generates, sideKind, codec, raw, plain, route } = request;
  // A packed body would have to be packed again.
  if (!steersOnWire || !generates || sideKind !== null || !raw.equals(plain)) return request;
  const add = (words: string) => withAppendedNote(codec.format, plain.toString('utf8'), words);
  if (add('') === null) return request;
  const place = { agent: route.agent, thread, ...(session === null ? {} : { session }) };
  const words = await gate.steer?.(place, 'wire');
  const noted = words === undefined || words === null ? null : add(words);
  if (noted === null) return request;
  const longer = Buffer.from(noted, 'utf8');
  const headers = request.headers.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'content-length' ? [name, String(longer.length)] : [name, value],
  );
  return { ...request, raw: longer, headers };
}

/** For whom it is, and what of it is refused whatever the gate knows. */
function conditionsOf(request: ProxyRequest): Pick<CallAsk, 'labels' | 'unallowed' | 'unread'> {
  return present({
    labels: request.route.labels,
    unallowed: unallowedModel(request),
    unread: request.unread?.words,
  });
}

/** The model that may not be asked with the key that is shown; whatever may spend and names none is refused as well. */
function unallowedModel(request: ProxyRequest): CallAsk['unallowed'] {
  const { generates, maySpend, model, otherModels, route } = request;
  if (!generates && !maySpend) return undefined;
  const { grants = [] } = route;
  const refused = [model, ...otherModels].find(
    (one) => !grants.every((grant) => allowsModel(grant, one)),
  );
  return refused === undefined ? undefined : { model: refused };
}

/** Aborted when the client hangs up before it has its answer. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // It may have left while its request was read.
  if (response.destroyed) gone.abort();
  return gone.signal;
}

/** Aborted with the first of two. Node's own way (`AbortSignal.any`) keeps books for signals that outlive each other. */
function eitherOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return either.signal;
}

/** A request that was let through. */
export interface PassedRequest {
  readonly request: ProxyRequest;
  readonly inThread: RequestInThread;
  readonly turn: OpenTurn;
  readonly call: OpenCall;
  /** Asks people about the tools that the answer calls. */
  readonly approve: ApproveCalls;
  readonly estimate: CallEstimate;
  /** Aborted when the client hangs up. */
  readonly gone: AbortSignal;
}

/** What the call would use, and cost where the price is known; nothing where no model is asked. */
function callEstimate(
  { priceOf }: ExchangeParts,
  { generates, model, plain, maySpend, weighedBytes, outputTokensMax: asked }: ProxyRequest,
  { newBytes: addedBytes, usualOutputTokens }: RequestInThread,
): CallEstimate {
  if (!generates && (!maySpend || model === null)) return { estimateTokens: 0 };
  // What is not read has no history: all of it is new.
  const newBytes = generates ? addedBytes : weighedBytes;
  const estimateTokens = estimateBeforeCall(newBytes, usualOutputTokens);
  const usage = usageBeforeCall(plain.length, newBytes, usualOutputTokens);
  const costOf = (used: Usage) =>
    model === null ? undefined : (priceOf(model, used) ?? undefined);
  const estimate = { estimateTokens, ...present({ estimateMicroUsd: costOf(usage) }) };
  if (asked === null) return estimate;
  const longest = { ...usage, outputTokens: Math.min(asked, outputTokensMax(model)) };
  const tokens = longest.inputTokens + longest.outputTokens;
  return { ...estimate, reserve: { tokens, ...present({ microUsd: costOf(longest) }) } };
}

/** What a person has to say yes to before the model is asked: its price. Null: nothing. */
async function unapprovedSpend(
  { approvals }: ExchangeParts,
  request: ProxyRequest,
  inThread: RequestInThread,
  { estimateTokens, estimateMicroUsd }: CallEstimate,
  patience: WirePatience,
): Promise<GateRefusal | null> {
  if (approvals === null || estimateTokens === 0) return null;
  // Nobody is asked about what is refused anyway.
  if (unallowedModel(request) !== undefined) return null;
  const costMicroUsd = estimateMicroUsd ?? null;
  return approvals.maySpend(placeOf(inThread), { model: request.model, costMicroUsd }, patience);
}

/** Sends the request on and relays what comes back. Every way out settles the call. */
async function forward(
  parts: ExchangeParts,
  passed: PassedRequest,
  response: ServerResponse,
): Promise<void> {
  const { request, call, gone, estimate } = passed;
  const startedMs = parts.nowMs();
  const isAsked = !call.signal.aborted && !gone.aborted;
  let answer: UpstreamResponse;
  try {
    answer = await parts.upstream.send({
      method: request.method,
      path: request.route.upstreamPath,
      headers: upstreamHeaders(parts, request),
      body: request.raw.length === 0 ? null : request.raw,
      // What was read is JSON, and no server takes that for a request.
      isLast: request.raw.length > 0 && !request.isRead,
      signals: [call.signal, gone],
      ...(parts.sendsInPieces ? { goesOn: () => !call.signal.aborted } : {}),
    });
  } catch (error) {
    const problem = errorWords(error);
    const latencyMs = parts.nowMs() - startedMs;
    if (call.signal.aborted) {
      await settleFailure(call, 'BLOCKED', latencyMs);
      sendAnswer(response, refusalAnswer(request, call.signal.reason as GateRefusal));
      return;
    }
    if (gone.aborted && isAsked) await settleUnheard(call, estimate, latencyMs);
    else await settleFailure(call, gone.aborted ? 'PARTIAL' : 'FAILED', latencyMs, gone.aborted);
    const words = `the provider ${request.route.provider} did not answer: ${problem}`;
    sendAnswer(response, problemAnswer(502, words));
    return;
  }
  const told = withHeadOf(call, answer, parts.nowMs());
  await relayAnswer({ ...parts, ...passed, call: told, answer, response, startedMs });
}

/** Who started the subagent that asks; the session itself where the client names nobody. */
function parentOf({ subagent, parent }: ClientFacts): Pick<CallAsk, 'parent'> {
  return subagent === null ? {} : { parent: parent ?? MAIN };
}

/** What the provider gets: the client's headers, with an answer that can be read where it is streamed. */
function upstreamHeaders(
  { provider, upstream }: ExchangeParts,
  { headers, streams }: ProxyRequest,
): HeaderPairs {
  const negotiates = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  const plain = streams && negotiates ? [['accept-encoding', 'identity'] as const] : [];
  return forwardedHeaders(headers, {
    host: upstream.host,
    injected: provider.key ?? null,
    added: [...provider.headers, ...plain],
  });
}

/** The texts of what is new, each with the mark of its digest. */
function textsOf(
  { events }: RequestInThread,
  observed: Observation | undefined,
): NonNullable<CallAsk['texts']> {
  const { digests = [] } = observed ?? {};
  const unjudged = events.length - digests.length;
  return events.flatMap((event, index) => {
    if (event.kind === 'compaction') return [];
    const text =
      event.kind === 'tool'
        ? `${event.tool} ${JSON.stringify(event.args)}\n${event.error ?? ''}${event.result}`
        : event.text;
    const digest = digests[index - unjudged];
    const mark = digest === undefined ? null : digestMark(digest);
    return [{ kind: event.kind, text, ...(mark === null ? {} : { mark }) }];
  });
}
