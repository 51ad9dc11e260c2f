/**
 * An event as `up` tells it while it happens: when, who, what, why, with nothing cut off.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import { stopTitle } from '../../core/holds/stop-title.ts';
import { waitTitle } from '../../core/holds/wait-title.ts';
import type { HoldKind, SafetyVeto } from '../../core/index.ts';
import type { GateEvent } from '../../gate/index.ts';
import { span, wrap, type Line, type Style } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';

const WHO_COLUMNS = 10;
const WHAT_COLUMNS = 8;
const TIME_COLUMNS = 8;
const INDENT = TIME_COLUMNS + 2 + WHO_COLUMNS + 1 + WHAT_COLUMNS + 1;
const REASON_COLUMNS_MIN = 20;
const REASON_LINES_MAX = 8;

const words: Readonly<Record<GateEvent['eventType'], readonly [string, Style]>> = {
  kill_switch: ['KILLED', 'alarm'],
  kill_switch_shadow: ['would', 'yellow'],
  warning: ['warned', 'yellow'],
  hold: ['HELD', 'red'],
  release: ['released', 'green'],
  veto: ['WAITS', 'yellow'],
  operator: ['person', 'plain'],
  refused: ['refused', 'dim'],
  note: ['noted', 'dim'],
  would_have: ['would', 'yellow'],
};

const JOINED: readonly [string, Style] = ['joined', 'dim'];

/** Whether the event says something that no other one of the same moment says. */
export function isTold({ eventType, details }: GateEvent): boolean {
  // The kill switch has just said so itself, with its numbers.
  return !(eventType === 'hold' && details['hold'] === 'kill_switch');
}

/** The event in lines of at most so many columns; null: as long as they are. */
export function eventInLines(event: GateEvent, columns: number | null): Line[] {
  const { agent, session, eventType, timestamp, details } = event;
  const joined = eventType === 'operator' && details['registered'] === true;
  const [what, style] = joined ? JOINED : words[eventType];
  const who = agent === EVERYBODY ? 'all agents' : agent;
  const where = session === null ? '' : ` (session ${session})`;
  const text = joined ? 'a new agent' : `${readable(event)}${where}`;
  const room = columns === null ? Infinity : Math.max(REASON_COLUMNS_MIN, columns - 1 - INDENT);
  const [first = '', ...rest] = wrap(text, room, REASON_LINES_MAX);
  const head: Line = [
    span(timeText(timestamp), 'dim'),
    span(`  ${who.padEnd(WHO_COLUMNS)} `),
    span(what, style),
    span(' '.repeat(Math.max(1, WHAT_COLUMNS - what.length + 1))),
    span(first),
  ];
  return [head, ...rest.map((line): Line => [span(' '.repeat(INDENT)), span(line)])];
}

/** What a person reads of an event: the title of a stop or wait, else its reason. */
export function readable({ eventType, reason, details }: GateEvent): string {
  if (eventType === 'veto') {
    const veto = details['veto'] as SafetyVeto;
    return waitTitle({ veto, reason, until: vetoUntil({ details }) }, timeText);
  }
  const { hold, by, why, target } = details;
  if (eventType !== 'hold' || typeof why !== 'string') return reason;
  const about = typeof target === 'string' ? { target } : {};
  return stopTitle({ hold: hold as HoldKind, by: String(by), why, ...about });
}

/** When a veto passes by itself; null when that is not known. */
export function vetoUntil({ details }: Pick<GateEvent, 'details'>): number | null {
  const { until } = details;
  return typeof until === 'number' ? until : null;
}

/** The time of day. */
function timeText(atMs: number): string {
  return momentText(atMs).slice(-TIME_COLUMNS);
}
