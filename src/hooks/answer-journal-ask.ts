/**
 * The server's end of a hook's questions about its journal.
 *
 * It never throws: what cannot be read is answered with what is wrong with it, and the hook then refuses. Whoever asks
 * speaks for one agent only, so a change in another agent's name is refused.
 */
import { nameOf } from '../base/client-name.ts';
import { errorWords } from '../base/error-words.ts';
import { HOOK_DEADLINES_MS } from '../base/hook-deadlines.ts';
import {
  countOrZero,
  fieldsOf,
  isObject,
  listOf,
  textOrNull,
  type JsonObject,
} from '../base/json-values.ts';
import { MAIN } from '../base/main-name.ts';
import { boundedText } from '../base/node/bounded-text.ts';
import type { LoopEvent } from '../clients/hook-event.ts';
import type { JournalChange, LoopReport, SafetyEvent } from '../loop/index.ts';
import { gateJournal, type HookGate } from './gate-journal.ts';
import {
  ASK_BYTES_MAX,
  JUDGED_CHARS_MAX,
  SERVER_JOURNAL,
  type JournalReply,
  type ToldAnswer,
  type ToldWindow,
} from './journal-wire.ts';
import { requestRefusal } from './request-refusal.ts';

/** What goes back. */
export interface JournalAskReply {
  readonly json: string;
  /** The sessions that reported by it, by the client's own ids. */
  readonly sessions: readonly string[];
}

const NAME_CHARS_MAX = 1_024;
const CHANGES_MAX = 64;
const ANSWERS_MAX = 200;
const EVENT_KINDS: ReadonlySet<string> = new Set<LoopEvent['kind']>([
  'session-start',
  'prompt',
  'tool-before',
  'tool-after',
  'stop',
  'subagent-stop',
  'before-compaction',
  'after-compaction',
  'usage',
  'session-end',
]);
const HOLDS: ReadonlySet<unknown> = new Set(['blocker', 'checkpoint', 'compaction']);

/** Answers one question in the name of an agent. */
export async function answerJournalAsk(
  gate: HookGate,
  agent: string,
  body: AsyncIterable<Uint8Array>,
): Promise<JournalAskReply> {
  try {
    const text = await boundedText(body, ASK_BYTES_MAX);
    const asked: unknown = JSON.parse(text);
    if (!isObject(asked)) throw new Error('the question must be a JSON object');
    return await answered(gate, agent, asked, text.length);
  } catch (error) {
    return reply({ ok: false, problem: errorWords(error) });
  }
}

async function answered(
  gate: HookGate,
  agent: string,
  asked: JsonObject,
  chars: number,
): Promise<JournalAskReply> {
  const close = () => Promise.resolve();
  const journal = gateJournal({ gate, agent, name: SERVER_JOURNAL, close });
  switch (asked['ask']) {
    case 'standing': {
      const session = nameIn(asked, 'session');
      return reply({ ok: true, agent, ...(await journal.standing(session)) }, [session]);
    }
    case 'record': {
      const event = eventIn(asked['event']);
      const answer = await journal.record(event, reportIn(asked['report'], agent));
      return reply({ ok: true, answer }, reporting(event));
    }
    case 'change':
      await journal.change(changesIn(asked['changes'], agent));
      return reply({ ok: true });
    case 'judge': {
      if (chars > JUDGED_CHARS_MAX) return reply({ ok: true, judged: null });
      const event = eventIn(fieldsOf(asked['question'])['event']);
      const { judgeSentCall } = await import('./judge-sent-call.ts');
      const judged = await judgeSentCall(journal, asked['self'], asked['question'], event);
      return reply({ ok: true, judged }, judged === null ? [] : reporting(event));
    }
    case 'request': {
      const thread = asked['thread'] === undefined ? undefined : nameIn(asked, 'thread');
      const place = { agent, session: nameIn(asked, 'session'), thread };
      return reply({ ok: true, refusal: await requestRefusal(gate, place) });
    }
    case 'spent': {
      const session = nameIn(asked, 'session');
      const isUnnamed = asked['isUnnamed'] === true;
      const place = { agent, session: nameOf(session) ?? MAIN, isUnnamed };
      await gate.countAnswers?.(place, answersIn(asked['answers']));
      return reply({ ok: true });
    }
    case 'plan': {
      const session = nameOf(nameIn(asked, 'session')) ?? MAIN;
      await gate.tellPlan?.(agent, session, windowsIn(asked['windows']));
      return reply({ ok: true });
    }
    case 'shown': {
      const session = nameOf(nameIn(asked, 'session')) ?? MAIN;
      const nothing = { stopped: null, waiting: null };
      return reply({ ok: true, ...((await gate.shown?.(agent, session)) ?? nothing) });
    }
    case 'approval': {
      const session = nameOf(nameIn(asked, 'session')) ?? MAIN;
      const about = { agent, session, target: nameIn(asked, 'target') };
      const waitMs = Math.min(numberOr(asked['waitMs'], 0), HOOK_DEADLINES_MS.approval);
      const isAnswered = (await gate.approvals?.isAnswered(about, waitMs)) ?? false;
      return reply({ ok: true, isAnswered });
    }
    default:
      throw new Error(
        'ask must be standing, record, change, judge, request, spent, plan, shown or approval',
      );
  }
}

/** What the journal's own check takes or refuses. */
function windowsIn(value: unknown): readonly ToldWindow[] {
  return listOf(value).map((one) => {
    const { name, resetAt, used } = fieldsOf(one);
    const at = resetAt === undefined ? {} : { resetAt: countOrZero(resetAt) };
    return { name: textOrNull(name) ?? '', ...at, used: countOrZero(used) };
  });
}

function answersIn(value: unknown): readonly ToldAnswer[] {
  const answers = listOf(value);
  if (!Array.isArray(value) || answers.length > ANSWERS_MAX) {
    throw new Error(`answers must be a list of at most ${ANSWERS_MAX}`);
  }
  return answers.map((one) => {
    const fields = fieldsOf(one);
    const usage = fieldsOf(fields['usage']);
    const hour = countOrZero(usage['cacheWriteHourTokens']);
    return {
      id: nameIn(fields, 'id'),
      model: fields['model'] === null ? null : nameIn(fields, 'model'),
      usage: {
        inputTokens: countOrZero(usage['inputTokens']),
        outputTokens: countOrZero(usage['outputTokens']),
        cacheReadTokens: countOrZero(usage['cacheReadTokens']),
        cacheWriteTokens: countOrZero(usage['cacheWriteTokens']),
        ...(hour === 0 ? {} : { cacheWriteHourTokens: hour }),
      },
    };
  });
}

/** The sessions that an event reports: in one client a subagent is one of its own. */
function reporting({ session, agent }: LoopEvent): readonly string[] {
  return agent === null ? [session] : [session, agent];
}

/** The journal takes no more of an event than this; where it happened stays with the hook. */
function eventIn(value: unknown): LoopEvent {
  const fields = fieldsOf(value);
  const kind = nameIn(fields, 'kind');
  if (!EVENT_KINDS.has(kind)) throw new Error('the event is none that a hook reports');
  const event = {
    kind,
    session: nameIn(fields, 'session'),
    agent: fields['agent'] === null ? null : nameIn(fields, 'agent'),
    callId:
      fields['callId'] === undefined || fields['callId'] === null ? null : nameIn(fields, 'callId'),
    tool: kind.startsWith('tool-') ? nameIn(fields, 'tool') : '',
    args: fields['args'],
    result: typeof fields['result'] === 'string' ? fields['result'] : '',
    isError: typeof fields['isError'] === 'boolean' ? fields['isError'] : null,
    ...(typeof fields['cwd'] === 'string' ? { cwd: fields['cwd'] } : {}),
  };
  return event as unknown as LoopEvent;
}

function reportIn(value: unknown, agent: string): LoopReport {
  const { answer, changes, notes, isHeld } = fieldsOf(value);
  const { kind, say = null, reason, endsSession } = fieldsOf(answer);
  if (typeof isHeld !== 'boolean') throw new Error('isHeld must be true or false');
  const common = { changes: changesIn(changes, agent), notes: notesIn(notes), isHeld };
  if (kind === 'pass' && (say === null || typeof say === 'string')) {
    return { ...common, answer: { kind, say } };
  }
  if (kind === 'continue' && typeof reason === 'string') {
    return { ...common, answer: { kind, reason } };
  }
  if (kind === 'deny' && typeof reason === 'string') {
    return { ...common, answer: { kind, reason, endsSession: endsSession === true } };
  }
  throw new Error('the answer is none that a hook gives');
}

function changesIn(value: unknown, agent: string): readonly JournalChange[] {
  const list = listOf(value);
  if (!Array.isArray(value) || list.length > CHANGES_MAX) {
    throw new Error(`changes must be a list of at most ${CHANGES_MAX}`);
  }
  return list.map((one) => {
    const fields = fieldsOf(one);
    const { hold, change, session } = fields;
    if (!HOLDS.has(hold)) throw new Error('a hook may raise and lift only holds of the loop');
    if (change !== 'raise' && change !== 'lift') throw new Error('change must be raise or lift');
    // A hook that is known by its key alone does not know its own name.
    const named = textOrNull(fields['agent']) ?? agent;
    if (named !== agent) throw new Error('a hook may change only holds of its own agent');
    return {
      hold: hold as JournalChange['hold'],
      change,
      agent,
      session: session === null ? null : nameIn(fields, 'session'),
      details: textOrNull(fields['details']) ?? '',
    };
  });
}

function notesIn(value: unknown): readonly SafetyEvent[] {
  const list = listOf(value);
  if (!Array.isArray(value) || list.length > CHANGES_MAX || !list.every(isNote)) {
    throw new Error(`notes must be a list of at most ${CHANGES_MAX} events of the safety log`);
  }
  return list as readonly SafetyEvent[];
}

function isNote(value: unknown): boolean {
  const { type, action_taken: action, details } = fieldsOf(value);
  return typeof type === 'string' && typeof action === 'string' && isObject(details);
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

function nameIn(fields: JsonObject, field: string): string {
  const value = fields[field];
  if (typeof value === 'string' && value !== '' && value.length <= NAME_CHARS_MAX) return value;
  throw new Error(`${field} must be a text of 1 to ${NAME_CHARS_MAX} characters`);
}

function reply(answer: JournalReply, sessions: readonly string[] = []): JournalAskReply {
  return { json: JSON.stringify(answer), sessions };
}
