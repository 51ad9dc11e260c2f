/**
 * The audit folder: the log, the windows of each traced agent, and where each recorder stands.
 *
 *     log.key              the log's private key
 *     log/                 entries, tiles, checkpoint: what is published
 *     agents/NAME/windows.jsonl, state.json
 *     alive.json           when Tripwire was last seen
 *
 * Windows are written before their entries and the state last. After a crash the state is behind: the same windows are
 * made again from the journal, found in the log already, and not added twice. If they differ, the journal is not what
 * the log has seen, and that is said instead of continued.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/node/whole-file.ts';
import { TripwireError } from '../../core/index.ts';
import {
  newRecorder,
  Recorder,
  RECORDER_VERSION,
  type MeasuredWindow,
  type RecorderState,
} from '../windows/recorder.ts';
import { traceEnd } from '../windows/trace-end.ts';
import type { AuditWindow } from '../windows/window-shape.ts';
import { WINDOW_MS, type Gap } from '../windows/window-steps.ts';
import { EntryIndex } from './entry-index.ts';
import {
  entryBytes,
  readEntry,
  windowEntry,
  type LogEntry,
  type Stretch,
  type TraceMark,
  type WindowEntry,
} from './log-entries.ts';
import { logSigner, TileLog } from './tile-log.ts';
import { WindowFile } from './window-file.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** A recorder's state, with the length of the file of windows that belongs to it. */
interface Kept {
  readonly state: RecorderState;
  readonly windowBytes: number;
}

/** The audit of one data folder. One process writes it. */
export class AuditBook {
  readonly log: TileLog;
  readonly #folder: string;
  readonly #index = new EntryIndex();
  readonly #files = new Map<string, WindowFile>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, 'agents'), { recursive: true, mode: PRIVATE_FOLDER });
    this.log = new TileLog(join(folder, 'log'), logSigner(join(folder, 'log.key')));
    for (let index = 0; index < this.log.size; index += 1) {
      this.#index.add(readEntry(this.log.entry(index) ?? Buffer.alloc(0), index));
    }
  }

  /** When Tripwire was not there. */
  get gaps(): readonly Gap[] {
    return this.#index.gaps;
  }

  /** When Tripwire was last seen alive; null the first time. */
  lastSeen(): number | null {
    const file = join(this.#folder, 'alive.json');
    if (!existsSync(file)) return null;
    const { at } = JSON.parse(readFileSync(file, 'utf8')) as { at: number };
    return at;
  }

  alive(atMs: number): void {
    writeWhole(join(this.#folder, 'alive.json'), JSON.stringify({ at: atMs }), {
      mode: PRIVATE_FILE,
    });
  }

  /**
   * Says in the log that Tripwire is there from now on. It was there at least until the last row of any journal, so no
   * window that is closed already lies in the gap.
   */
  start(nowMs: number, wallMs: number, lastRowMs: number): void {
    const alive = this.lastSeen();
    const lastSeen = alive === null ? null : Math.max(alive, lastRowMs, this.#index.lastRestMs);
    const started = Math.max(nowMs, lastSeen ?? 0);
    this.add([
      {
        v: 1,
        kind: 'run',
        started_ms: started,
        last_seen_ms: lastSeen,
        clock_back_ms: Math.max(0, started - wallMs),
      },
    ]);
    this.alive(started);
  }

  add(entries: readonly LogEntry[]): void {
    this.log.append(entries.map(entryBytes));
    for (const entry of entries) this.#index.add(entry);
  }

  /** The recorder of an agent as it was left, or a new one that traces from now on or from where another one ended. */
  recorder(agent: string, nowMs: number): Recorder {
    const gaps = () => this.#index.gaps;
    const file = this.#windowFile(agent);
    const kept = this.#kept(agent);
    if (kept !== null && kept.state.v === RECORDER_VERSION) {
      // What was written beyond the state is made again.
      file.truncate(kept.windowBytes);
      return new Recorder(kept.state, gaps);
    }
    const last = this.stretches(agent).at(-1);
    const { sinceMs, firstIndex } =
      last?.recorder === RECORDER_VERSION ? last : this.#beginStretch(agent, nowMs);
    const before = file.read(0, firstIndex);
    if (before.length < firstIndex) {
      throw new TripwireError(
        'LOG_INVALID',
        `the log has ${firstIndex} windows of agent ${agent} by another recorder, its file only ${before.length}: ` +
          'their chain can’t be continued. Put the file back from a copy; run tripwire audit verify',
      );
    }
    mkdirSync(this.#agentFolder(agent), { recursive: true, mode: PRIVATE_FOLDER });
    file.create(PRIVATE_FILE);
    file.keepFirst(firstIndex);
    return new Recorder(newRecorder(agent, sinceMs, traceEnd(before)), gaps);
  }

  /** The stretches of an agent's trace; none when it is not traced. */
  stretches(agent: string): readonly Stretch[] {
    return this.#index.of(agent).stretches;
  }

  /** What is said about the times after an agent's rows. */
  marks(agent: string): readonly TraceMark[] {
    return this.#index.of(agent).marks;
  }

  /** The last act on all agents that is in an agent's trace; 0 for none. */
  lastAct(agent: string): number {
    return this.#index.of(agent).lastAct;
  }

  /** Keeps closed windows and where their recorder stands. */
  keep({ state }: Recorder, windows: readonly MeasuredWindow[]): void {
    const { agent } = state;
    const windowBytes = this.#windowFile(agent).append(windows.map(({ window }) => window));
    const fresh = windows.map(windowEntry).filter((entry) => !this.#isLogged(entry));
    this.add(fresh);
    const kept: Kept = { state, windowBytes };
    writeWhole(join(this.#agentFolder(agent), 'state.json'), JSON.stringify(kept), {
      mode: PRIVATE_FILE,
    });
  }

  /** The entries of an agent's windows, in order. */
  logged(agent: string): readonly WindowEntry[] {
    return this.#index.of(agent).windows;
  }

  /** The windows of an agent that are in the log, in order; only so many from one on if that is asked for. */
  windows(agent: string, from = 0, count = Infinity): readonly AuditWindow[] {
    return this.#windowFile(agent).read(from, count);
  }

  /** Where the log has a window. */
  placeOf(windowId: string): number | undefined {
    return this.#index.placeOf(windowId);
  }

  /** From now on, or from the end of what another recorder measured, this recorder measures. */
  #beginStretch(agent: string, nowMs: number): Stretch {
    const { windows } = this.#index.of(agent);
    const last = windows.at(-1);
    const sinceMs = last === undefined ? nowMs : last.t_start_ms + WINDOW_MS;
    this.add([{ v: 1, kind: 'trace', agent, since_ms: sinceMs, recorder: RECORDER_VERSION }]);
    return { recorder: RECORDER_VERSION, sinceMs, firstIndex: windows.length };
  }

  #isLogged(entry: WindowEntry): boolean {
    const place = this.#index.placeOf(entry.window_id);
    if (place === undefined) return false;
    if (this.log.entry(place)?.equals(entryBytes(entry)) === true) return true;
    throw new TripwireError(
      'LOG_INVALID',
      `window ${entry.window_id} is in the log at ${place} with other content: the journal is not the one it was ` +
        'measured on. Nothing is added for this agent; run tripwire audit verify',
    );
  }

  #kept(agent: string): Kept | null {
    const file = join(this.#agentFolder(agent), 'state.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null;
  }

  #agentFolder(agent: string): string {
    return join(this.#folder, 'agents', encodeURIComponent(agent));
  }

  #windowFile(agent: string): WindowFile {
    const known = this.#files.get(agent);
    if (known !== undefined) return known;
    const file = new WindowFile(join(this.#agentFolder(agent), 'windows.jsonl'));
    this.#files.set(agent, file);
    return file;
  }
}
