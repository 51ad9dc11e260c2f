/**
 * What the log holds, one entry at a time: windows, when Tripwire was there, since when an agent is traced, and when
 * somebody moved the machine's clock.
 *
 * All of it goes into the same log, so that none can be changed afterwards to explain another away.
 */
import { parseJson } from '../../base/json-text.ts';
import { canonicalJson, TripwireError } from '../../core/browser.ts';
import { bytesOf, sha256Hex, utf8OrNull } from '../bytes.ts';
import type { SharedAct } from '../windows/shared-acts.ts';
import type { Verdict } from '../windows/window-predicate.ts';
import type { AuditWindow } from '../windows/window-shape.ts';
import type { Gap } from '../windows/window-steps.ts';

/** A window, as the log has it. */
export interface WindowEntry {
  readonly v: 1;
  readonly window_id: string;
  readonly t_start_ms: number;
  readonly prev_window_root: string | null;
  readonly asc_root: string;
  readonly flags: number;
  readonly ok: boolean;
  readonly ok_chain: boolean;
  /** Of the whole window as canonical JSON. */
  readonly window_sha256: string;
}

/** Tripwire started. */
export interface RunEntry {
  readonly v: 1;
  readonly kind: 'run';
  readonly started_ms: number;
  /** When it was last seen before; null the first time. */
  readonly last_seen_ms: number | null;
  /** By how much the machine's clock was behind what is already recorded. */
  readonly clock_back_ms: number;
}

/** An agent is traced from here on, or from here on by another recorder. */
export interface TraceEntry {
  readonly v: 1;
  readonly kind: 'trace';
  readonly agent: string;
  readonly since_ms: number;
  /** Version of the recorder; the first one did not say. */
  readonly recorder?: number;
}

/** A person's act on all agents was taken into an agent's trace after this row of the agent's. */
export interface SharedEntry extends SharedAct {
  readonly v: 1;
  readonly kind: 'all';
  readonly agent: string;
  readonly seq: number;
}

/** After this row nothing came in until a time: windows of an agent that rests are closed by this. */
export interface IdleEntry {
  readonly v: 1;
  readonly kind: 'idle';
  readonly agent: string;
  readonly seq: number;
  readonly until_ms: number;
}

/** The machine's clock was moved while Tripwire ran. */
export interface ClockEntry {
  readonly v: 1;
  readonly kind: 'clock';
  readonly at_ms: number;
  readonly shift_ms: number;
}

export type LogEntry = WindowEntry | RunEntry | TraceEntry | SharedEntry | IdleEntry | ClockEntry;

/** What the log says about the time after a row. */
export type TraceMark = IdleEntry | SharedEntry;

/** A stretch of an agent's trace that one recorder measured. */
export interface Stretch {
  readonly recorder: number;
  readonly sinceMs: number;
  /** The number of its first window. */
  readonly firstIndex: number;
}

/** The entry of a window. */
export function windowEntry({
  window,
  verdict,
}: {
  readonly window: AuditWindow;
  readonly verdict: Omit<Verdict, 'carryOut'>;
}): WindowEntry {
  const { window_id, t_start_ms, prev_window_root } = window.window;
  const { flags, ok, okChain } = verdict;
  return {
    v: 1,
    window_id,
    t_start_ms,
    prev_window_root,
    asc_root: window.witness.asc_root,
    flags,
    ok,
    ok_chain: okChain,
    window_sha256: windowHash(window),
  };
}

/** SHA-256 of a window as canonical JSON. */
export function windowHash(window: AuditWindow): string {
  return sha256Hex(canonicalJson(window));
}

/** An entry as bytes. */
export function entryBytes(entry: LogEntry): Uint8Array {
  return bytesOf(canonicalJson(entry));
}

/** Reads an entry back; throws `LOG_INVALID` for bytes that are none. */
export function readEntry(bytes: Uint8Array, index: number): LogEntry {
  const text = utf8OrNull(bytes);
  const value = text === null ? null : parseJson(text);
  const kind =
    typeof value === 'object' && value !== null && 'kind' in value ? value.kind : 'window';
  const forms = ENTRY_FIELDS[String(kind)] ?? [];
  const names = typeof value === 'object' && value !== null ? Object.keys(value).join() : '';
  if (!forms.includes(names) || canonicalJson(value) !== text) {
    throw new TripwireError(
      'LOG_INVALID',
      `entry ${index} of the log is none that Tripwire writes`,
    );
  }
  return value as LogEntry;
}

/** The fields of each kind, in canonical order; a trace by the first recorder has one less. */
const ENTRY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  window: ['asc_root,flags,ok,ok_chain,prev_window_root,t_start_ms,v,window_id,window_sha256'],
  run: ['clock_back_ms,kind,last_seen_ms,started_ms,v'],
  trace: ['agent,kind,recorder,since_ms,v', 'agent,kind,since_ms,v'],
  all: ['action,agent,at_ms,kind,of,row,seq,v'],
  idle: ['agent,kind,seq,until_ms,v'],
  clock: ['at_ms,kind,shift_ms,v'],
};

/** What the log says about the times after an agent's rows, oldest first. */
export function marksOf(entries: readonly LogEntry[], agent: string): readonly TraceMark[] {
  return entries.filter(
    (entry): entry is TraceMark =>
      'kind' in entry && (entry.kind === 'idle' || entry.kind === 'all') && entry.agent === agent,
  );
}

/** The stretches of each traced agent, oldest first. */
export function stretchesOf(entries: readonly LogEntry[]): ReadonlyMap<string, readonly Stretch[]> {
  const windows = new Map<string, number>();
  const traced = new Map<string, readonly Stretch[]>();
  for (const entry of entries) {
    if ('window_id' in entry) {
      const agent = agentOfWindow(entry.window_id);
      windows.set(agent, (windows.get(agent) ?? 0) + 1);
    } else if (entry.kind === 'trace') {
      const { agent } = entry;
      const stretch = stretchOf(entry, windows.get(agent) ?? 0);
      traced.set(agent, [...(traced.get(agent) ?? []), stretch]);
    }
  }
  return traced;
}

/** The stretch that an entry begins, after so many windows of its agent. */
export function stretchOf(entry: TraceEntry, firstIndex: number): Stretch {
  return { recorder: entry.recorder ?? 1, sinceMs: entry.since_ms, firstIndex };
}

/** The agent of a window's id. */
export function agentOfWindow(windowId: string): string {
  return windowId.slice(0, Math.max(0, windowId.lastIndexOf('/')));
}

/** When Tripwire was not there, according to the log. */
export function gapsOf(entries: readonly LogEntry[]): readonly Gap[] {
  return entries.flatMap((entry) => {
    if (!('kind' in entry) || entry.kind !== 'run' || entry.last_seen_ms === null) return [];
    return [{ fromMs: entry.last_seen_ms, toMs: entry.started_ms }];
  });
}

/** What of the clock is worth knowing. */
export function clockNotes(entries: readonly LogEntry[]): readonly string[] {
  const time = (ms: number) => new Date(ms).toISOString();
  return entries.flatMap((entry) => {
    if (!('kind' in entry)) return [];
    if (entry.kind === 'run' && entry.clock_back_ms > 0) {
      return [
        `clock: behind by ${entry.clock_back_ms} ms at the start of ${time(entry.started_ms)}; time went on from what was recorded`,
      ];
    }
    if (entry.kind !== 'clock') return [];
    const way = entry.shift_ms < 0 ? 'back' : 'forward';
    return [
      `clock: turned ${way} by ${Math.abs(entry.shift_ms)} ms at ${time(entry.at_ms)}; the windows do not follow it`,
    ];
  });
}
