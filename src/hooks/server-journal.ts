/**
 * A running server as the journal of the loop: asked over one plain connection for each question, because loading an
 * HTTP client takes longer than everything else together.
 *
 * Whatever is not exactly the answer that was asked for is a failure, and whoever asked refuses.
 */
import { errorWords } from '../base/error-words.ts';
import { HOOK_DEADLINES_MS } from '../base/hook-deadlines.ts';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, listOf, textOrNull } from '../base/json-values.ts';
import type { LoopAnswer, LoopEvent } from '../clients/hook-event.ts';
import type {
  AskPlainly,
  JournalHold,
  JournalStanding,
  LoopJournal,
  PlainOutcome,
} from '../loop/index.ts';
import {
  JOURNAL_CLIENT,
  JUDGED_CHARS_MAX,
  SERVER_JOURNAL,
  type JournalAsk,
  type RecordedEvent,
  type ShownStanding,
  type ToldWindow,
} from './journal-wire.ts';
import { postPlain, type PlainAnswer } from './post-plain.ts';

const TOLD_CHARS_MAX = 300;
/** What a tool returned is judged by its digest; more than this of it says nothing new. */
const RESULT_CHARS_MAX = 4 * 1_024 * 1_024;

/** Which server is asked, and as whom. */
export interface HookServer {
  /** Of its data plane. */
  readonly url: string;
  /** Null: the key says who asks. */
  readonly agent: string | null;
  readonly key: string | null;
  /** What a person does when it does not answer. */
  readonly remedy: string;
}

type Reply = Readonly<Record<string, unknown>>;

/** The journal of the agent that the server knows this hook as. */
export function serverJournal(server: HookServer): LoopJournal {
  const ask = async (question: JournalAsk): Promise<Reply> => {
    const reply = replyIn(await postedTo(server, question), server);
    if (reply['ok'] === true) return reply;
    throw new Error(textOrNull(reply['problem']) ?? noTripwire(server));
  };
  return {
    name: SERVER_JOURNAL,
    agent: server.agent ?? '',
    isForOwnAgentOnly: true,
    standing: async (session) => standingIn(await ask({ ask: 'standing', session }), server),
    record: async (event, report) => {
      const reply = await ask({ ask: 'record', event: recorded(event), report });
      return answerIn(reply, server);
    },
    change: async (changes) => {
      if (changes.length > 0) await ask({ ask: 'change', changes });
    },
    close: () => Promise.resolve(),
  };
}

/** Lets the server judge a plain call; null where it leaves that to the hook. */
export function judgedByServer(server: HookServer): AskPlainly {
  return async ({ event, ...known }) => {
    const { atMs, transcript } = event;
    const sent = { ...known, event: recorded(event), atMs, hasTranscript: transcript !== null };
    const text = JSON.stringify({ ask: 'judge', self: server.agent ?? '', question: sent });
    if (text.length > JUDGED_CHARS_MAX) return null;
    const reply = replyIn(await postedText(server, text), server);
    // A server of an older version knows no such question; what it does not answer is not recorded either.
    return reply['ok'] === true ? outcomeIn(reply, server) : null;
  };
}

/** Tells the server how full the windows of a subscription are; throws where it didn't take it. */
export async function tellPlan(
  server: HookServer,
  told: { readonly session: string; readonly windows: readonly ToldWindow[] },
): Promise<void> {
  const reply = replyIn(await postedTo(server, { ask: 'plan', ...told }), server);
  if (reply['ok'] !== true) throw new Error(textOrNull(reply['problem']) ?? noTripwire(server));
}

/** How a session stands, for its status line; throws where the server doesn't say. */
export async function standingShown(server: HookServer, session: string): Promise<ShownStanding> {
  const reply = replyIn(await postedTo(server, { ask: 'shown', session }), server);
  if (reply['ok'] !== true) throw new Error(textOrNull(reply['problem']) ?? noTripwire(server));
  const { until, why } = fieldsOf(reply['waiting']);
  const isWaiting = typeof until === 'number' && typeof why === 'string';
  return { stopped: textOrNull(reply['stopped']), waiting: isWaiting ? { until, why } : null };
}

function recorded(event: LoopEvent): RecordedEvent {
  const { kind, session, agent } = event;
  if (kind !== 'tool-before' && kind !== 'tool-after') return { kind, session, agent };
  const { callId, tool, args, cwd } = event;
  const call = { kind, session, agent, callId, tool, args, cwd };
  if (event.kind === 'tool-before') return call;
  return { ...call, result: event.result.slice(0, RESULT_CHARS_MAX), isError: event.isError };
}

/** Waits at most so long until a person answers, yes or no. */
export async function isAnsweredByServer(
  server: HookServer,
  about: { readonly session: string; readonly target: string },
  waitMs: number,
): Promise<boolean> {
  const timeoutMs = waitMs + HOOK_DEADLINES_MS.journal;
  const answer = await postedTo(server, { ask: 'approval', ...about, waitMs }, timeoutMs);
  return replyIn(answer, server)['isAnswered'] === true;
}

export function postedTo(
  server: HookServer,
  question: JournalAsk,
  timeoutMs?: number,
): Promise<PlainAnswer> {
  return postedText(server, JSON.stringify(question), timeoutMs);
}

async function postedText(
  server: HookServer,
  question: string,
  timeoutMs: number = HOOK_DEADLINES_MS.question,
): Promise<PlainAnswer> {
  const { url, agent, key, remedy } = server;
  const place = agent === null ? '' : `/agents/${encodeURIComponent(agent)}`;
  try {
    return await postPlain(`${url}${place}/hooks/${JOURNAL_CLIENT}`, {
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: Buffer.from(question),
      timeoutMs,
    });
  } catch (error) {
    const why = errorWords(error);
    throw new Error(`the Tripwire at ${url} does not answer (${why}); ${remedy}`, { cause: error });
  }
}

function replyIn({ status, body }: PlainAnswer, server: HookServer): Reply {
  const reply = fieldsOf(parseJson(body));
  if (status === 200) return reply;
  const words = textOrNull(fieldsOf(reply['error'])['message']) ?? body;
  const said = words.slice(0, TOLD_CHARS_MAX);
  throw new Error(`the Tripwire at ${server.url} answered ${status}: ${said}`);
}

function standingIn(reply: Reply, server: HookServer): JournalStanding {
  const { holds, isShadow, isWindingDown } = reply;
  if (!Array.isArray(holds)) throw new Error(noTripwire(server));
  // A server of an older version says nothing of it: then everything acts.
  return {
    holds: listOf(holds) as readonly JournalHold[],
    isShadow: isShadow === true,
    isWindingDown: isWindingDown === true,
  };
}

function outcomeIn({ judged }: Reply, server: HookServer): PlainOutcome | null {
  if (judged === null) return null;
  const { answer, written } = fieldsOf(judged);
  const { kind, problem, say } = fieldsOf(answer);
  const isUndecided = kind === 'undecided' && typeof problem === 'string';
  return {
    answer: isUndecided ? { kind, problem, say: textOrNull(say) } : answerIn({ answer }, server),
    written: written === null ? null : writesIn(fieldsOf(written), server),
  };
}

function writesIn(
  { state, manifest, step }: Reply,
  server: HookServer,
): NonNullable<PlainOutcome['written']> {
  const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
  // One line: a step that brought others would be steps that nobody decided on.
  const isLine = isTextOrNull(step) && !String(step).includes('\n');
  if (typeof state === 'string' && isTextOrNull(manifest) && isLine) {
    return { state, manifest, step };
  }
  throw new Error(noTripwire(server));
}

function answerIn(reply: Reply, server: HookServer): LoopAnswer {
  const answer = fieldsOf(reply['answer']);
  const isAnswer =
    (answer['kind'] === 'pass' && (answer['say'] === null || typeof answer['say'] === 'string')) ||
    (answer['kind'] === 'deny' && typeof answer['reason'] === 'string') ||
    (answer['kind'] === 'continue' && typeof answer['reason'] === 'string');
  if (!isAnswer) throw new Error(noTripwire(server));
  return answer as unknown as LoopAnswer;
}

function noTripwire({ url, remedy }: HookServer): string {
  return `what answers at ${url} is not a Tripwire that supports hooks; ${remedy}`;
}
