/**
 * A hook of a coding agent, asked over HTTP.
 *
 * The payload is the client's own, and so is the answer: it is always a 200 with a JSON object, because clients take
 * every other status for a broken hook, and most of them then let the tool run.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pairsOf, valuesOf } from '../base/header-pairs.ts';
import type { Attestation } from './attestation.ts';
import { sendAnswer } from './own-answers.ts';
import type { HookRoute } from './route/route.ts';

/** What a hook asks. */
export interface HookAsk {
  readonly agent: string;
  readonly client: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** A header of the request; null when it is missing. */
  readonly header: (name: string) => string | null;
}

/** What it is answered. */
export interface HookReply {
  /** As the body of an answer to the client itself. */
  readonly json: string;
  /** As a command would leave it behind. */
  readonly output: {
    readonly stdout: string;
    readonly stderr: string;
    readonly exitCode: number;
  };
  /** The sessions that reported by it, by the client's own ids. */
  readonly sessions: readonly string[];
}

/** Who answers hooks. The data plane only carries. */
export interface HookPlane {
  readonly clients: readonly string[];
  /** The media type by which a command asks for its output. */
  readonly outputType: string;
  /** Must not throw: it refuses in the client's own words. */
  answer(ask: HookAsk): Promise<HookReply>;
}

/** What a hook exchange needs. */
export interface HookParts {
  readonly hooks: HookPlane;
  readonly attestation: Attestation;
  readonly nowMs: () => number;
}

/** Answers a hook. */
export async function hookExchange(
  { hooks, attestation, nowMs }: HookParts,
  { agent, hookClient: client }: HookRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = pairsOf(request.rawHeaders);
  // Also who sends too much gets an answer, so the connection stays when reading ends early.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const header = (name: string) => valuesOf(headers, name)[0] ?? null;
  const reply = await hooks.answer({ agent, client, body, header });
  attestation.report(agent, reply.sessions, nowMs());
  if (!request.complete) response.shouldKeepAlive = false;
  request.resume();
  const wantsOutput = valuesOf(headers, 'accept').includes(hooks.outputType);
  sendAnswer(response, {
    status: 200,
    headers: { 'content-type': wantsOutput ? hooks.outputType : 'application/json' },
    body: Buffer.from(wantsOutput ? JSON.stringify(reply.output) : reply.json),
  });
}
