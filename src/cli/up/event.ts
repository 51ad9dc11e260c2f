/**
 * An event as `up` tells it while it happens: when, who, what, why, with nothing cut off.
 */
import { EVERYBODY } from '../../base/everybody.ts';
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
  const { agent, session, eventType, timestamp, reason, details } = event;
  const joined = eventType === 'operator' && details['registered'] === true;
  const [what, style] = joined ? JOINED : words[eventType];
  const who = agent === EVERYBODY ? 'all agents' : agent;
  const where = session === null ? '' : ` (session ${session})`;
  const text = joined ? 'a new agent' : `${readable(reason)}${where}`;
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

/** A reason with its times as a clock shows them, without what is only there for replay. */
export function readable(reason: string): string {
  return reason
    .replaceAll(/,? since \d{13}/g, '')
    .replaceAll(/COOLDOWN_ACTIVE: until (\d{13})/g, (_, at: string) => {
      return `it may go on at ${timeText(Number(at))}`;
    })
    .replaceAll(/; \d+ of \d+ tokens and \d+ of \d+ tool calls used.*$/g, '');
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
