/**
 * Sessions that lost their link: nobody knows what they do, so their silence is no rest.
 *
 * A link is lost when a client hangs up before it has the whole answer, or when Tripwire ends while an answer is under
 * way. It is back when anything of the session is recorded. After a minute without that the session counts as ended: a
 * client that never comes back must not be silent for ever.
 */
import { endOf, type AgentRecord } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';

/** What a record means to its session's link. */
export interface LinkFact {
  readonly session: string;
  /** The call that begins or ends here. */
  readonly call: string | null;
  readonly kind: 'begins' | 'ends' | 'lost' | 'heard';
}

interface CallUnderWay {
  readonly session: string;
  readonly at: number;
}

/** What is known of the links. Plain data of bounded size. */
export interface Links {
  /** Calls that were let through and have no end yet, by id. */
  readonly calls: Readonly<Record<string, CallUnderWay>>;
  /** Since when a session is lost. */
  readonly lost: Readonly<Record<string, number>>;
}

export const NO_LINKS: Links = { calls: {}, lost: {} };

const CALLS_MAX = 256;
const SESSIONS_MAX = 64;
const LOST_MS_MAX = 60_000;

/** What a record means to its session's link; null for what people do and for mere time. */
export function linkFact(record: AgentRecord, { safety }: RecordedDecision): LinkFact | null {
  const session = record.session ?? '';
  switch (record.type) {
    case 'admit': {
      // Tools that run have no end of their own here, and what reserves nothing belongs to a call that is known.
      const begins = safety.allowed && record.reserve !== false && record.purpose !== 'tool';
      const call = begins ? (record.call ?? null) : null;
      return { session, call, kind: call === null ? 'heard' : 'begins' };
    }
    case 'event':
    case 'result': {
      const isLost = endOf(record)?.lost === true;
      return { session, call: record.call ?? null, kind: isLost ? 'lost' : 'ends' };
    }
    default:
      return null;
  }
}

/** The links after a record of a time. */
export function linksAfter({ calls, lost }: Links, fact: LinkFact, at: number): Links {
  const { session, call, kind } = fact;
  const { [call ?? '']: _ended, ...others } = calls;
  const { [session]: _heard, ...stillLost } = lost;
  return {
    calls:
      kind === 'begins' && call !== null
        ? newest({ ...others, [call]: { session, at } }, CALLS_MAX)
        : others,
    lost: kind === 'lost' ? newest({ ...stillLost, [session]: at }, SESSIONS_MAX) : stillLost,
  };
}

/** The links after Tripwire was gone: nobody will tell how the calls ended that were under way. */
export function linksAfterGap(
  { calls, lost }: Links,
  gap: { readonly fromMs: number; readonly toMs: number },
): Links {
  const entries = Object.entries(calls);
  const cut = entries.filter(([, { at }]) => at <= gap.fromMs);
  if (cut.length === 0) return { calls, lost };
  const sessions = cut.map(([, { session }]) => [session, gap.toMs] as const);
  return {
    calls: Object.fromEntries(entries.filter(([, { at }]) => at > gap.fromMs)),
    lost: newest({ ...lost, ...Object.fromEntries(sessions) }, SESSIONS_MAX),
  };
}

/** Whether a session was lost in the step between two times. */
export function isAnyLost({ lost }: Links, fromMs: number, toMs: number): boolean {
  return Object.values(lost).some((since) => since < toMs && fromMs < since + LOST_MS_MAX);
}

/** The links without sessions that count as ended by now. */
export function openLinks({ calls, lost }: Links, nowMs: number): Links {
  const open = Object.entries(lost).filter(([, since]) => nowMs < since + LOST_MS_MAX);
  return { calls, lost: Object.fromEntries(open) };
}

function newest<Value>(all: Readonly<Record<string, Value>>, max: number) {
  return Object.fromEntries(Object.entries(all).slice(-max));
}
