/**
 * What the journal says of an agent that may be stuck without looping, and which signs follow from it.
 *
 * By codes, counts and times alone. Each sign ends with the first thing that shows the opposite: an answer, a question of the
 * client, a process that lives, a wake that found something new.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN, REPORTED_SESSION } from '../../base/main-name.ts';
import { endOf, timestampOf, type AgentRecord, type StuckCode } from '../../core/index.ts';
import { EmptyWakes } from './empty-wakes.ts';
import { hindered, isOutage, parkedBy, ToolOutages, type Hindered } from './outages.ts';

/** When an agent counts as stuck, and what is done then. */
export interface StuckSettings {
  readonly dialog: { readonly seconds: number };
  readonly limit: { readonly act: 'tell' | 'park' };
  readonly crashes: { readonly count: number; readonly seconds: number };
  readonly outage: {
    readonly calls: number;
    readonly seconds: number;
    readonly act: 'tell' | 'park';
  };
  readonly retries: {
    readonly calls: number;
    readonly seconds: number;
    readonly act: 'tell' | 'slow';
  };
  readonly wakes: {
    readonly count: number;
    readonly pauseSeconds: number;
    readonly act: 'tell' | 'slow';
  };
  readonly exchange: { readonly rounds: number; readonly act: 'tell' | 'stop' };
}

/** A sign that should stand now. */
export interface Sign {
  readonly code: StuckCode;
  readonly why: string;
  /** Park the agent until then. */
  readonly until?: number;
  /** Stop this session of it. */
  readonly stops?: string;
  /** Grows when there is more to do about a sign that stands already. */
  readonly mark: number;
}

const SECOND_MS = 1_000;
/** A limit by the minute passes by itself and is no usage limit. */
const LIMIT_LASTS_MS = 60_000;
const LIMITED_IN_A_ROW = 5;
/** Whoever hasn't come back for a day is gone. */
const WAITING_MAX_MS = 86_400_000;
const SESSIONS_MAX = 64;
const CRASHES_MAX = 100;
const FORGOTTEN: ReadonlySet<StuckCode> = new Set([
  'STREAM_STALLED',
  'TOOL_DOWN',
  'QUICK_RETRIES',
  'FRUITLESS_EXCHANGE',
]);
const NO_SIGNS: readonly Sign[] = Object.freeze([]);

/** The facts of one agent. */
export class StuckFacts {
  /** By session: since when the client is expected back with the result of a tool. */
  readonly #waiting = new BoundedMap<string, number>(SESSIONS_MAX);
  /** Signs that stood when this process began: they stand until the opposite is seen. */
  readonly #restored: Set<StuckCode>;
  readonly #wakes = new EmptyWakes();
  readonly #tools = new ToolOutages();
  #limited: Hindered | null = null;
  #down: Hindered | null = null;
  #crashes: number[] = [];

  constructor(standing: readonly StuckCode[] = []) {
    // A stream of an earlier process stalls no more, and what agents said to each other is not known any more.
    this.#restored = new Set(standing.filter((code) => !FORGOTTEN.has(code)));
  }

  /** Takes one record; a call that was refused says nothing. */
  take(record: AgentRecord, allowed: boolean, settings: StuckSettings): void {
    const at = timestampOf(record);
    const session = record.session ?? MAIN;
    if (session === REPORTED_SESSION) return;
    if ((record.type === 'admit' && allowed) || record.type === 'event') {
      this.#tools.take(record.observed?.digests ?? [], at, settings);
    }
    if (record.type === 'admit' && allowed && record.reserve !== false) {
      if (record.purpose === 'tool' || record.purpose === 'save') return;
      this.#waiting.delete(session);
      this.#restored.delete('CLIENT_WAITING');
      if (record.purpose === 'step') this.#wakes.asked(at, settings.wakes.pauseSeconds * SECOND_MS);
    } else if (record.type === 'event' && record.settles !== undefined) {
      const { toolCalls, outputHash } = record.event;
      if (toolCalls > 0) this.#waiting.set(session, at);
      else this.#waiting.delete(session);
      this.#restored.delete('EMPTY_WAKES');
      this.#wakes.answered(at, toolCalls, outputHash ?? null);
    } else if (record.type === 'signal' && record.change === 'note') this.#noted(record, at);
    const end = endOf(record);
    if (end !== null) this.#ended(end, at);
  }

  /** The signs that should stand at this time. */
  signs(now: number, settings: StuckSettings): readonly Sign[] {
    if (this.#isWell(settings)) return NO_SIGNS;
    const found = [
      this.#waitingSign(now, settings),
      this.#limitSign(settings),
      this.#crashSign(now, settings),
      this.#downSign(settings),
      this.#tools.sign(now, settings),
      this.#tools.retriesSign(now, settings),
      this.#wakes.sign(now, settings.wakes),
    ].filter((sign) => sign !== null);
    const kept = [...this.#restored].filter((code) => !found.some((sign) => sign.code === code));
    return [...found, ...kept.map((code) => ({ code, why: 'it was stuck before', mark: 0 }))];
  }

  /** Most agents, most of the time: thousands of them are looked at every second. */
  #isWell({ wakes }: StuckSettings): boolean {
    return (
      this.#waiting.size === 0 &&
      this.#limited === null &&
      this.#down === null &&
      this.#tools.isEmpty &&
      this.#crashes.length === 0 &&
      this.#restored.size === 0 &&
      this.#wakes.count < wakes.count
    );
  }

  #ended({ result, trouble }: Extract<AgentRecord, { type: 'result' }>, at: number): void {
    if (trouble?.kind === 'limited')
      this.#limited = hindered(this.#limited, at, trouble.until ?? null);
    if (trouble?.kind === 'down') this.#down = hindered(this.#down, at, trouble.until ?? null);
    // What costs no tokens, such as counting them, is answered also at a limit.
    if (result.status !== 'SUCCESS' || result.tokensUsed === 0) return;
    this.#limited = null;
    this.#down = null;
    this.#restored.delete('USAGE_LIMIT');
    this.#restored.delete('PROVIDER_DOWN');
  }

  #noted({ process }: Pick<Extract<AgentRecord, { change: 'note' }>, 'process'>, at: number): void {
    if (process?.state !== 'ended') return;
    this.#waiting.clear();
    this.#restored.delete('CLIENT_WAITING');
    this.#restored.delete('CRASH_LOOP');
    this.#crashes = process.crashed === true ? [...this.#crashes, at].slice(-CRASHES_MAX) : [];
  }

  #waitingSign(now: number, { dialog }: StuckSettings): Sign | null {
    for (const [session, at] of this.#waiting) {
      const waited = now - at;
      if (waited < dialog.seconds * SECOND_MS || waited > WAITING_MAX_MS) continue;
      const whose = session === MAIN ? '' : ` in session ${session}`;
      const why = `the model called a tool ${spanOf(waited)} ago${whose}, and the client has not come back: it may wait at a dialog`;
      return { code: 'CLIENT_WAITING', why, mark: 0 };
    }
    return null;
  }

  #limitSign({ limit }: StuckSettings): Sign | null {
    if (this.#limited === null) return null;
    const { count, since, last, until } = this.#limited;
    const isLong = until !== null && until - last >= LIMIT_LASTS_MS;
    const isMany = count >= LIMITED_IN_A_ROW && last - since >= LIMIT_LASTS_MS;
    if (!isLong && !isMany) return null;
    const ends = until === null ? '' : `, until ${new Date(until).toISOString()}`;
    const why = `the provider refuses calls for a usage limit${ends}`;
    const parks = isLong && limit.act === 'park' ? { until } : {};
    return { code: 'USAGE_LIMIT', why, ...parks, mark: 0 };
  }

  #crashSign(now: number, { crashes: { count, seconds } }: StuckSettings): Sign | null {
    const recent = this.#crashes.filter((at) => now - at < seconds * SECOND_MS);
    if (recent.length < count) return null;
    const why = `its process crashed ${recent.length} times in ${spanOf(seconds * SECOND_MS)}`;
    return { code: 'CRASH_LOOP', why, mark: 0 };
  }

  #downSign(settings: StuckSettings): Sign | null {
    if (this.#down === null || !isOutage(this.#down, settings)) return null;
    const why = `the provider answered ${settings.outage.calls} calls in a row or more with an error of its own`;
    const parks = parkedBy(this.#down, settings);
    return { code: 'PROVIDER_DOWN', why, ...parks, mark: this.#down.count };
  }
}

function spanOf(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / SECOND_MS)} s` : `${Math.round(ms / 60_000)} min`;
}
