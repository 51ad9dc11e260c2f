/**
 * Ways in which a record can be wrong, one for each kind of mistake that senders make.
 *
 * Each takes a good record and returns what a broken sender would deliver instead. None of them may
 * enter the core, and none may change anything.
 */
import type { AgentRecord } from '../../src/core/index.ts';

type Malform = (record: AgentRecord) => unknown;

/** With these members, wherever the record keeps its numbers. */
function withNumbers(record: AgentRecord, members: object): unknown {
  return record.type === 'event'
    ? { ...record, event: { ...record.event, ...members } }
    : { ...record, ...members };
}

function without(record: AgentRecord, key: string): unknown {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** What is wrong, and how to make it so. */
export const MALFORMATIONS: readonly (readonly [string, Malform])[] = [
  ['null', () => null],
  ['a text', (record) => JSON.stringify(record)],
  ['a list', (record) => [record]],
  ['no type', (record) => without(record, 'type')],
  ['an unknown type', (record) => ({ ...record, type: 'release' })],
  ['an inherited type', (record) => ({ ...record, type: 'constructor' })],
  ['an unknown field', (record) => ({ ...record, allowed: true })],
  ['a field that is undefined', (record) => ({ ...record, thread: undefined })],
  ['a negative time', (record) => withNumbers(record, { timestamp: -1 })],
  ['minus zero', (record) => withNumbers(record, { timestamp: -0 })],
  ['a broken time', (record) => withNumbers(record, { timestamp: 1.5 })],
  ['a time that is text', (record) => withNumbers(record, { timestamp: '5' })],
  ['a time that is no number', (record) => withNumbers(record, { timestamp: Number.NaN })],
  ['a time beyond the last', (record) => withNumbers(record, { timestamp: 10_000_000_000_000 })],
  ['an empty name', (record) => ({ ...record, session: '' })],
  ['a name too long', (record) => ({ ...record, session: 'x'.repeat(65) })],
  ['a name with a control character', (record) => ({ ...record, thread: 'a\u0007b' })],
  ['a name with a quote', (record) => ({ ...record, session: 'a"b' })],
  ['a name with a backslash', (record) => ({ ...record, thread: 'a\\b' })],
  ['a name with half a character', (record) => ({ ...record, thread: '\ud800' })],
  ['a name that is a number', (record) => ({ ...record, session: 7 })],
  [
    'a negative spend',
    (record) =>
      record.type === 'event'
        ? { ...record, event: { ...record.event, tokenCount: -1 } }
        : { ...record, settles: { timestamp: 0, tokenCount: -1, toolCalls: 0 } },
  ],
  [
    'an envelope for one session',
    ({ agent }) => ({
      ...(agent === undefined ? {} : { agent }),
      type: 'operator',
      timestamp: 0,
      action: 'configure',
      session: 'main',
      envelope: {},
    }),
  ],
  [
    'a restart of one thread',
    () => ({ type: 'operator', timestamp: 0, action: 'restart', session: 'main', thread: 'main' }),
  ],
  [
    'a signal that lifts what is not its to lift',
    () => ({
      type: 'signal',
      timestamp: 0,
      source: 'policy',
      hold: 'hard_stop',
      change: 'lift',
      details: 'please',
    }),
  ],
];
