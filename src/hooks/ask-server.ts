/**
 * A hook that lets a running server answer: the payload goes there as it came, unread, and what comes back is put out.
 *
 * It is started before every tool call, so it loads next to nothing: the exchange is written out on a plain socket,
 * because loading an HTTP client takes longer than everything else together. Whatever is not exactly the answer that
 * was asked for is a failure, and refuses.
 */
import { HOOK_DEADLINES_MS } from '../base/hook-deadlines.ts';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf } from '../base/json-values.ts';
import { described } from '../clients/payload-fields.ts';
import type { ClientId } from '../clients/table.ts';
import { failClosed } from './fail-closed.ts';
import type { HookOutput } from './hook-output.ts';
import { postPlain, type PlainAnswer } from './post-plain.ts';
import { readText } from './read-payload.ts';
import { HOOK_OUTPUT_TYPE } from './wire.ts';

const TOLD_CHARS_MAX = 300;

/** Which server is asked, and as whom. */
export interface HookServer {
  /** Of its data plane. */
  readonly url: string;
  /** Null: the key says who asks. */
  readonly agent: string | null;
  readonly key: string | null;
  /** What a person does when it does not answer. */
  readonly remedy: string;
  /** What the server has to know of this process's environment, as headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What an asking hook needs. */
export interface ServerRun {
  readonly client: ClientId;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly server: HookServer;
  /** Everything together may take this long. */
  readonly deadlineMs?: number;
}

/** Lets the server answer. It never throws: without an answer that can be used it refuses. */
export async function answerByServer({
  client,
  stdin,
  server,
  deadlineMs = HOOK_DEADLINES_MS.server,
}: ServerRun): Promise<HookOutput> {
  return failClosed(client, deadlineMs, async (seen) => {
    const text = await readText(stdin, (read) => {
      seen.text = read;
    });
    const answer = await posted(client, server, text, deadlineMs);
    if (answer.status !== 200) {
      const words = messageIn(answer.body).slice(0, TOLD_CHARS_MAX);
      throw new Error(`the Tripwire at ${server.url} answered ${answer.status}: ${words}`);
    }
    return outputIn(answer.body, server);
  });
}

async function posted(
  client: ClientId,
  { url, agent, key, remedy, headers }: HookServer,
  text: string,
  timeoutMs: number,
): Promise<PlainAnswer> {
  const place = agent === null ? '' : `/agents/${encodeURIComponent(agent)}`;
  try {
    return await postPlain(`${url}${place}/hooks/${client}`, {
      headers: {
        ...headers,
        accept: HOOK_OUTPUT_TYPE,
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: Buffer.from(text),
      timeoutMs,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : described(error);
    throw new Error(`the Tripwire at ${url} does not answer (${why}); ${remedy}`, { cause: error });
  }
}

/** The words of a problem; the body itself where it holds none. */
function messageIn(body: string): string {
  const { message } = fieldsOf(fieldsOf(parseJson(body))['error']);
  return typeof message === 'string' ? message : body;
}

function outputIn(body: string, { url, remedy }: HookServer): HookOutput {
  const { stdout, stderr, exitCode } = fieldsOf(parseJson(body));
  // Zero lets pass and two refuses; any other number would let a tool run in most clients.
  const isOutput =
    typeof stdout === 'string' && typeof stderr === 'string' && (exitCode === 0 || exitCode === 2);
  if (isOutput) return { stdout, stderr, exitCode };
  throw new Error(`what answers at ${url} is no Tripwire that knows hooks; ${remedy}`);
}
