/**
 * An event in the words that people read. The reason of an event is derived from the journal, compared with it, and never
 * worded otherwise; codes and milliseconds in it are turned into a sentence here, for the page and the commands alike.
 */
import { refusedTitle } from '../../core/holds/refused-title.ts';
import { actTitle, stopNumbers, stopTitle } from '../../core/holds/stop-title.ts';
import { waitTitle, withClockTimes } from '../../core/holds/wait-title.ts';
import type { HoldKind, OperatorAction, SafetyVeto } from '../../core/index.ts';
import { holdWords, isWaitingFor } from './state-words.ts';

/** An event, as the gate or the API gives it. */
export interface ToldEvent {
  readonly type: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The title of the stop that it tells of, where that is known: it names what the agent ran. */
  readonly title?: string;
}

/** What is read of it. */
export interface EventText {
  /** What happened, in a word or two. */
  readonly what: string;
  readonly text: string;
  /** Rule and score behind a stop; empty where there are none. */
  readonly numbers: string;
}

/** The event in words; `clock` says a time as people read it where this is shown. */
export function eventText(event: ToldEvent, clock: (atMs: number) => string): EventText {
  const said = texts[event.type]?.(event, clock) ?? noteText(event);
  return { ...said, text: withClockTimes(said.text, clock) };
}

type Saying = (event: ToldEvent, clock: (atMs: number) => string) => EventText;

const texts: Readonly<Record<string, Saying>> = {
  kill_switch: (event) => loopText(event, 'Loop found', ''),
  kill_switch_shadow: (event) => loopText(event, 'Would have stopped', 'Would have stopped: '),
  warning: (event) => loopText(event, 'Warning', ''),
  hold: (event) => {
    const { hold } = event.details;
    const isWait = isHold(hold) && isWaitingFor(hold);
    return holdText(event, isWait ? 'Waiting' : 'Stopped', '');
  },
  release: (event) => {
    const { hold } = event.details;
    const isWait = isHold(hold) && isWaitingFor(hold);
    return holdText(event, isWait ? 'No longer waiting' : 'Resumed', 'No longer in force: ');
  },
  veto: (event, clock) => {
    const { veto, until } = event.details;
    if (typeof veto !== 'string') return plainText(event, 'Waiting');
    const at = typeof until === 'number' ? until : null;
    const facts = { veto: veto as SafetyVeto, reason: event.reason, until: at };
    const what = refusedTitle(event.reason) === null ? 'Waiting' : 'Refused';
    return { what, text: waitTitle(facts, clock), numbers: '' };
  },
  operator: operatorText,
  refused: (event) => plainText(event, 'Refused'),
  would_have: (event) => plainText(event, 'Would have acted'),
};

function plainText({ reason }: ToldEvent, what: string): EventText {
  return { what, text: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`, numbers: '' };
}

/** A note on what somebody did begins with their name, which is written as it is; one on an agent is a sentence. */
function noteText(event: ToldEvent): EventText {
  const { stuck, process } = event.details;
  const isOnAgent = stuck !== undefined || process !== undefined;
  return isOnAgent ? plainText(event, 'Note') : { what: 'Note', text: event.reason, numbers: '' };
}

/** What the detector says, without the rule and its numbers. */
function loopText({ reason, details, title }: ToldEvent, what: string, before: string): EventText {
  const why = typeof details['why'] === 'string' ? details['why'] : reason;
  const facts = { hold: 'kill_switch', by: 'detector', why } as const;
  return { what, text: `${before}${title ?? stopTitle(facts)}`, numbers: stopNumbers(facts) };
}

function holdText(event: ToldEvent, what: string, before: string): EventText {
  const { details, title } = event;
  const { hold, by, why, target } = details;
  if (!isHold(hold) || typeof why !== 'string') return plainText(event, what);
  const about = typeof target === 'string' ? { target } : {};
  const facts = { hold, by: String(by), why, ...about };
  return { what, text: `${before}${title ?? stopTitle(facts)}`, numbers: stopNumbers(facts) };
}

/** What people and Tripwire do to an agent, in a word. */
export const actWords: Readonly<Record<OperatorAction, string>> = {
  activate: 'Resumed',
  deactivate: 'Stopped',
  pause: 'Paused',
  resume: 'Resumed',
  restart: 'Restarted',
  configure: 'Settings changed',
  grant: 'Approved',
  refuse: 'Refused',
  'stop-all': 'All agents stopped',
  'resume-all': 'All agents resumed',
};

/** What a person did, or Tripwire in the name of a setting. */
function operatorText(event: ToldEvent): EventText {
  const { action, by, why, target, registered } = event.details;
  if (registered === true) return { what: 'Joined', text: 'A new agent', numbers: '' };
  const done = actWords[action as OperatorAction] as string | undefined;
  if (done === undefined) return plainText(event, 'Person');
  const what = typeof target === 'string' ? `${done} \`${target}\`` : done;
  const text = actTitle(what, String(by), typeof why === 'string' ? why : '');
  return { what: 'Person', text, numbers: '' };
}

function isHold(hold: unknown): hold is HoldKind {
  return typeof hold === 'string' && Object.hasOwn(holdWords, hold);
}
