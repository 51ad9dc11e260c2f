/**
 * An event as `up` tells it while it happens: when, who, what, why, with nothing cut off.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { present } from '../../base/present.ts';
import { eventText } from '../../control/agents/event-text.ts';
import { isWaitingFor } from '../../control/agents/state-words.ts';
import type { HoldKind } from '../../core/index.ts';
import type { GateEvent } from '../../gate/index.ts';
import { span, wrap, type Line, type Style } from '../terminal/styled-line.ts';
import { clockText } from '../terminal/time-text.ts';

const WHO_COLUMNS = 10;
const WHAT_COLUMNS = 8;
const TIME_COLUMNS = 8;
const INDENT = TIME_COLUMNS + 2 + WHO_COLUMNS + 1 + WHAT_COLUMNS + 1;
const REASON_COLUMNS_MIN = 20;
const REASON_LINES_MAX = 8;

const words: Readonly<Record<GateEvent['eventType'], readonly [string, Style]>> = {
  kill_switch: ['stopped', 'alarm'],
  kill_switch_shadow: ['would', 'yellow'],
  warning: ['warned', 'yellow'],
  hold: ['stopped', 'alarm'],
  release: ['resumed', 'green'],
  veto: ['waiting', 'yellow'],
  operator: ['person', 'plain'],
  refused: ['refused', 'dim'],
  note: ['noted', 'dim'],
  would_have: ['would', 'yellow'],
};

const JOINED: readonly [string, Style] = ['joined', 'dim'];
const WAITING: readonly [string, Style] = ['waiting', 'yellow'];

/** Whether the event says something that no other one of the same moment says. */
export function isTold({ eventType }: GateEvent): boolean {
  // The hold that the kill switch raises has the title, and the same numbers.
  return eventType !== 'kill_switch';
}

function wordOf({ eventType, details }: GateEvent): readonly [string, Style] {
  if (eventType === 'operator' && details['registered'] === true) return JOINED;
  const isWait = eventType === 'hold' && isWaitingFor(details['hold'] as HoldKind);
  return isWait ? WAITING : words[eventType];
}

/** The event in lines of at most so many columns; null: as long as they are. */
export function eventInLines(event: GateEvent, columns: number | null): Line[] {
  const { agent, session, timestamp } = event;
  const [what, style] = wordOf(event);
  const who = agent === EVERYBODY ? 'all agents' : agent;
  const where = session === null ? '' : ` (session ${session})`;
  const text = what === JOINED[0] ? 'a new agent' : `${readable(event)}${where}`;
  const room = columns === null ? Infinity : Math.max(REASON_COLUMNS_MIN, columns - 1 - INDENT);
  const [first = '', ...rest] = wrap(text, room, REASON_LINES_MAX);
  const head: Line = [
    span(clockText(timestamp), 'dim'),
    span(`  ${who.padEnd(WHO_COLUMNS)} `),
    span(what, style),
    span(' '.repeat(Math.max(1, WHAT_COLUMNS - what.length + 1))),
    span(first),
  ];
  return [head, ...rest.map((line): Line => [span(' '.repeat(INDENT)), span(line)])];
}

/** What a person reads of an event: the title of a stop or wait with its numbers, else what happened. */
export function readable({ eventType, reason, details, title }: GateEvent): string {
  const told = { type: eventType, reason, details, ...present({ title }) };
  const { text, numbers } = eventText(told, clockText);
  return numbers === '' ? text : `${text}. ${numbers}`;
}
