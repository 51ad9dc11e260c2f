/**
 * Drafts of records: what is to happen and how long after the record before, without a timestamp.
 *
 * Sequences are generated and shrunk as drafts, so that removing one keeps the rhythm of the rest;
 * `writeRecords` then gives them their timestamps and resolves what they settle.
 */
import type {
  AdmitRecord,
  AgentRecord,
  EventRecord,
  OperatorRecord,
  ResultRecord,
  Settlement,
  NoteRecord,
  OpinionRecord,
  SignalRecord,
  TickRecord,
} from '../../src/core/records/records.ts';
import { TIMESTAMP_MAX, TOKENS_MAX, TOOL_CALLS_MAX } from './bounds.ts';

/** How long after the record before; it may be negative, or aim at a second or a minute. */
export type Wait = number | { readonly next: 1_000 | 60_000; readonly plus: number };

/** What is settled: the `back`-th record counted before, with its numbers changed by `off`. */
export interface SettleDraft {
  readonly back: number;
  readonly off: number;
  /** Added to the time at which it was counted. */
  readonly late: number;
}

type Undated<Kind extends AgentRecord> = Omit<Kind, 'timestamp' | 'settles'>;

/** A record without times. */
export type Content =
  | Undated<AdmitRecord>
  | Undated<TickRecord>
  | Undated<OperatorRecord>
  | Undated<SignalRecord>
  | Undated<NoteRecord>
  | Undated<OpinionRecord>
  | Undated<ResultRecord>
  | (Omit<EventRecord, 'event' | 'settles'> & {
      readonly event: Omit<EventRecord['event'], 'timestamp'>;
    });

export interface Draft {
  readonly wait: Wait;
  readonly content: Content;
  readonly settles?: SettleDraft;
}

/** The records of these drafts, beginning at `start`. */
export function writeRecords(start: number, drafts: readonly Draft[]): AgentRecord[] {
  const counted: Settlement[] = [];
  const records: AgentRecord[] = [];
  let clock = start;
  for (const { wait, content, settles } of drafts) {
    const stamp = Math.min(TIMESTAMP_MAX, Math.max(0, clock + inMilliseconds(wait, clock)));
    clock = Math.max(clock, stamp);
    records.push(dated(content, stamp, resolve(settles, counted)));
    if (content.type === 'event') {
      const { tokenCount, toolCalls } = content.event;
      counted.push({ timestamp: clock, tokenCount, toolCalls });
    }
    if (content.type === 'admit') counted.push({ timestamp: clock, ...content.estimate });
  }
  return records;
}

function inMilliseconds(wait: Wait, clock: number): number {
  if (typeof wait === 'number') return wait;
  return (Math.floor(clock / wait.next) + 1) * wait.next + wait.plus - clock;
}

function dated(
  content: Content,
  timestamp: number,
  settles: { settles?: Settlement },
): AgentRecord {
  if (content.type === 'event') {
    return { ...content, event: { ...content.event, timestamp }, ...settles };
  }
  return content.type === 'result'
    ? { ...content, timestamp, ...settles }
    : { ...content, timestamp };
}

function resolve(
  settles: SettleDraft | undefined,
  counted: readonly Settlement[],
): { settles?: Settlement } {
  const before = settles === undefined ? undefined : counted.at(-1 - settles.back);
  if (settles === undefined || before === undefined) return {};
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    settles: {
      timestamp: within(before.timestamp + settles.late, TIMESTAMP_MAX),
      tokenCount: within(before.tokenCount + settles.off, TOKENS_MAX),
      toolCalls: within(before.toolCalls + Math.sign(settles.off), TOOL_CALLS_MAX),
    },
  };
}
