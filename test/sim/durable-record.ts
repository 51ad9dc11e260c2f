/**
 * What is on the disk, as far as the promises speak of it: read from the rows themselves when they get there, so that
 * it depends on nothing that the gate remembers.
 */
import type { Batch, JournalRow } from '../../src/store/index.ts';

/** A call that a durable row let through. */
export interface DurableCall {
  readonly agent: string;
  readonly at: number;
}

const CALL = /"record":\{(?:"agent":"[^"]*",)?(?:"cachedTokens":\d+,)?"call":"([^"]+)"/;
const LIFTING: ReadonlySet<string> = new Set(['activate', 'resume', 'restart', 'resume-all']);

/** An index over the durable rows. */
export class DurableRecord {
  /** By the id of the call. */
  readonly admitted = new Map<string, DurableCall>();
  readonly settled = new Set<string>();
  /** The reasons of people's acts. */
  readonly acts = new Set<string>();
  /** How many admissions of an agent let a model call pass. */
  readonly passes = new Map<string, number>();
  /** Sessions that the kill switch holds, by agent. */
  readonly #killed = new Map<string, Set<string>>();
  rows = 0;
  killed = 0;

  /** A batch got to the disk. */
  take({ rows, events = [] }: Batch): void {
    for (const row of rows) this.#takeRow(row);
    for (const { agent, session, eventType, details } of events) {
      if (eventType !== 'hold' || !details.includes('"hold":"kill_switch"')) continue;
      const sessions = this.#killed.get(agent) ?? new Set();
      this.#killed.set(agent, sessions.add(session ?? '*'));
      this.killed += 1;
    }
  }

  /** Whether the kill switch holds a session, and nobody acted since. */
  isKilled(agent: string, session: string | undefined): boolean {
    const sessions = this.#killed.get(agent);
    return sessions !== undefined && (sessions.has('*') || sessions.has(session ?? ''));
  }

  /** Whether it holds anything of an agent. */
  isHeldAnywhere(agent: string): boolean {
    return (this.#killed.get(agent)?.size ?? 0) > 0;
  }

  #takeRow({ agent, kind, body, at }: JournalRow): void {
    this.rows += 1;
    if (kind === 'operator') return this.#takeAct(agent, body);
    const isEnd = kind === 'result' || (kind === 'event' && body.includes('"ended":'));
    if (kind !== 'admit' && !isEnd) return;
    const [, call] = CALL.exec(body) ?? [];
    if (call === undefined) return;
    if (isEnd) this.settled.add(call);
    else if (!body.includes('"purpose":"tool"') && isAllowed(body)) {
      this.admitted.set(call, { agent, at });
      this.passes.set(agent, (this.passes.get(agent) ?? 0) + 1);
    }
  }

  #takeAct(agent: string, body: string): void {
    const { record } = JSON.parse(body) as {
      record: { action: string; why?: string; session?: string };
    };
    if (record.why !== undefined) this.acts.add(record.why);
    if (!LIFTING.has(record.action)) return;
    if (record.session === undefined) this.#killed.delete(agent);
    else this.#killed.get(agent)?.delete(record.session);
  }
}

/** What is kept short let pass. */
function isAllowed(body: string): boolean {
  return body.startsWith('{"decided"') || body.includes('"safety":{"allowed":true');
}
