/**
 * A hook of a coding agent, asked over HTTP.
 *
 * The payload is the client's own, and so is the answer: it is always a 200 with a JSON object, because clients take
 * every other status for a broken hook, and most of them then let the tool run.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import type { Attestation } from './attestation.ts';
import { sendAnswer } from './own-answers.ts';
import type { HookRoute } from './route/route.ts';

/** What a hook asks. */
export interface HookAsk {
  readonly agent: string;
  readonly client: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** No person is watching. */
  readonly isUnattended: boolean;
}

/** What it is answered. */
export interface HookReply {
  /** The body of the answer: a JSON object. */
  readonly json: string;
  /** The sessions that reported by it, by the client's own ids. */
  readonly sessions: readonly string[];
}

/** Who answers hooks. The data plane only carries. */
export interface HookPlane {
  readonly clients: readonly string[];
  /** Must not throw: it refuses in the client's own words. */
  answer(ask: HookAsk): Promise<HookReply>;
}

/** What a hook exchange needs. */
export interface HookParts {
  readonly hooks: HookPlane;
  readonly attestation: Attestation;
  readonly nowMs: () => number;
}

/** A hook as it came in. */
export interface HookRequest {
  readonly route: HookRoute;
  readonly headers: HeaderPairs;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** By which a client says that nobody is watching its agent. */
const UNATTENDED = 'x-tripwire-unattended';

/** Answers a hook. */
export async function hookExchange(
  { hooks, attestation, nowMs }: HookParts,
  { route, headers, request, response }: HookRequest,
): Promise<void> {
  const { agent, hookClient: client } = route;
  // Also who sends too much gets an answer, so the connection stays when reading ends early.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const isUnattended = valuesOf(headers, UNATTENDED).includes('1');
  const reply = await hooks.answer({ agent, client, body, isUnattended });
  attestation.report(agent, reply.sessions, nowMs());
  if (!request.complete) response.shouldKeepAlive = false;
  request.resume();
  sendAnswer(response, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(reply.json),
  });
}
