/**
 * Which sessions' hooks have reported, and the refusal of those whose hooks never did.
 *
 * Hooks go missing without a word: a plugin that does not load, hooks that were never trusted, settings that an agent
 * emptied. The model calls go on, and only here can be seen that nobody is asked about the tools. Reports are not kept
 * over a restart, so what this process sees for the first time has one request to report again.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { nameOf } from '../base/client-name.ts';
import type { RequestClient } from '../clients/client-headers.ts';
import { clientWithId } from '../clients/table.ts';
import type { GateRefusal } from '../core/index.ts';
import type { RequestInThread } from './thread/thread-memory.ts';

/** A client without a session id is known by its agent, whose last report must be this recent. */
const AGENT_REPORT_MS_MAX = 600_000;
/** Of each kind; the least recently seen goes. */
const REMEMBERED_MAX = 4_096;

/** What is looked at of a request. */
export interface Attested extends Pick<
  RequestInThread,
  'agent' | 'session' | 'thread' | 'events' | 'purpose'
> {
  readonly client: RequestClient | null;
}

/** The reports of one process. */
export class Attestation {
  readonly #attests: (agent: string) => boolean;
  /** Session ids are the client's own and mean the same under every agent's name. */
  readonly #reportedSessions = new BoundedMap<string, true>(REMEMBERED_MAX);
  readonly #agentReportMs = new BoundedMap<string, number>(REMEMBERED_MAX);
  readonly #seen = new BoundedMap<string, true>(REMEMBERED_MAX);

  constructor(attests: (agent: string) => boolean) {
    this.#attests = attests;
  }

  /** Hooks of these sessions reported under an agent's name. */
  report(agent: string, sessions: readonly string[], nowMs: number): void {
    if (sessions.length === 0) return;
    this.#agentReportMs.set(agent, nowMs);
    for (const session of sessions) this.#reportedSessions.set(nameOf(session) ?? '', true);
  }

  /** Why this request does not pass; null when it does. */
  refusal(request: Attested, nowMs: number): GateRefusal | null {
    const { agent, session, thread, events, purpose, client } = request;
    // What is no step of the agent leads to no tool.
    if (purpose !== 'step' || !this.#attests(agent)) return null;
    const key = JSON.stringify(session === null ? [agent, thread] : [session]);
    const isFirst = !this.#seen.has(key);
    const hasReported =
      session === null
        ? nowMs - (this.#agentReportMs.get(agent) ?? -Infinity) <= AGENT_REPORT_MS_MAX
        : this.#reportedSessions.has(session);
    const carriesResult = events.some(({ kind }) => kind === 'tool');
    if (!hasReported && !isFirst && carriesResult) return hooksMissing(agent, session, client);
    this.#seen.set(key, true);
    if (hasReported && session !== null) this.#reportedSessions.set(session, true);
    return null;
  }
}

function hooksMissing(
  agent: string,
  session: string | null,
  client: RequestClient | null,
): GateRefusal {
  const known = client === null ? null : clientWithId(client);
  const { title, id } = known?.hooks ? known : { title: 'its client', id: '' };
  return {
    kind: 'hooks_missing',
    agent,
    session,
    reason: `a tool ran, but the hooks of ${title} have not reported to this Tripwire, so nobody was asked about it`,
    remedy: `Run: tripwire init ${id}`.trim(),
    refusal: 'error',
    temporary: false,
  };
}
