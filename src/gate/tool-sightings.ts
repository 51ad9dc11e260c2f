/**
 * Tool calls that a hook or an adapter saw, as records: so the kill switch also sees the loops of agents that have no
 * proxy in front of them.
 *
 * The first sighting counts. Where this gate sees the model calls of a session, the proxy brings every tool call with
 * the next request, so a hook's word on the same call is not recorded again. A beat is one answer of the model: calls
 * that it made side by side come back within moments of each other, and only the first of them is a beat. Otherwise
 * an agent that begins to read five files at once would look like one that runs away.
 */
import { hash } from 'node:crypto';
import { FairMap } from '../base/fair-map.ts';
import { MAIN } from '../base/main-name.ts';
import { ownMember } from '../base/own-member.ts';
import { present } from '../base/present.ts';
import type { AdmitRecord, EventRecord } from '../core/index.ts';
import { digestEvent, digestMark, type ToolEvent } from '../detect/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Recorder } from './recorder.ts';
import type { Standing } from './standing.ts';

/** A tool call that ran, or was refused and therefore did not. */
export interface ToolSeen {
  readonly agent: string;
  readonly session: string;
  /** The subagent; absent for the session's own thread. */
  readonly thread?: string;
  /** The provider's id of the call, where the client tells it. */
  readonly callId: string | null;
  readonly tool: string;
  /** Parsed JSON. */
  readonly args: unknown;
  /** What the agent was shown. */
  readonly result: string;
  /** Whether it was called an error; null where nobody said. */
  readonly isError: boolean | null;
}

/** A model takes longer than this to answer, so two calls nearer to each other are of one answer. */
const BEAT_MS = 1_000;
const CALLS_KNOWN_MAX = 4_096;
const ID_DIGITS = 12;
/** Longer results lose their middle: the work must be bounded. */
const RESULT_CHARACTERS_MAX = 262_144;

/** Records what hooks and adapters saw. */
export class ToolSightings {
  readonly #recorder: Recorder;
  readonly #standing: Pick<Standing, 'isSeen'>;
  readonly #known = new FairMap<true>(CALLS_KNOWN_MAX);
  #unnamed = 0;

  constructor(recorder: Recorder, standing: Pick<Standing, 'isSeen'>) {
    this.#recorder = recorder;
    this.#standing = standing;
  }

  /** Records a sighting, unless the call is known; it is durable when this resolves. */
  async take(chain: AgentChain, seen: ToolSeen): Promise<void> {
    if (this.#standing.isSeen(seen.session) || this.#isKnown(seen)) return;
    const record = this.#recordOf(chain, seen);
    this.#witness(seen, record);
    await this.#recorder.record(chain, record).acknowledged;
  }

  /** A client may have two hooks that both lead here. */
  #isKnown({ agent, session, callId }: ToolSeen): boolean {
    if (callId === null) return false;
    const key = JSON.stringify([session, callId]);
    if (this.#known.has(agent, key)) return true;
    this.#known.put(agent, key, true);
    return false;
  }

  /** Keeps the text of a call, so that a stop can say what was called. */
  #witness(seen: ToolSeen, { observed }: EventRecord | AdmitRecord): void {
    const { agent, session, thread = null, tool, args, result } = seen;
    const [digest] = observed?.digests ?? [];
    const mark = digest === undefined ? null : digestMark(digest);
    const text = `${tool} ${JSON.stringify(args)}\n${clipped(result)}`;
    this.#recorder.witness(agent, {
      session,
      thread,
      kind: 'tool',
      text,
      ...(mark === null ? {} : { mark }),
    });
  }

  #recordOf(chain: AgentChain, seen: ToolSeen): EventRecord | AdmitRecord {
    const { agent, session, thread } = seen;
    const timestamp = this.#recorder.clock.now();
    const digest = digestEvent(eventOf(seen, timestamp));
    const whose = {
      agent,
      call: this.#idOf(seen, timestamp),
      observed: { digests: [digest] },
      session,
      ...present({ thread }),
    };
    const spent = { tokenCount: 0, toolCalls: 1 };
    const threads = ownMember(chain.latest.sessions, session)?.threads ?? {};
    const beatAt = ownMember(threads, thread ?? MAIN)?.lastBeatAt ?? null;
    if (beatAt !== null && timestamp - beatAt < BEAT_MS) {
      return { ...whose, type: 'admit', timestamp, purpose: 'tool', estimate: spent };
    }
    const event = { timestamp, ...spent, latencyMs: 0, outputLength: seen.result.length };
    return { ...whose, type: 'event', event };
  }

  /** Short, because records bound it; the same for the same call. */
  #idOf({ callId, tool }: ToolSeen, timestamp: number): string {
    if (callId === null) this.#unnamed += 1;
    const name = callId ?? JSON.stringify([tool, timestamp, this.#unnamed]);
    return hash('sha256', name, 'hex').slice(0, ID_DIGITS);
  }
}

/**
 * The call as the judge reads it. That a tool returned says that it ended, not that its answer is none of an error: only
 * an error is believed.
 */
export function eventOf(
  { tool, args, result, isError }: Pick<ToolSeen, 'tool' | 'args' | 'result' | 'isError'>,
  atMs: number,
): ToolEvent {
  const told = isError === true ? { isError } : {};
  return { kind: 'tool', tool, args, result: clipped(result), ...told, atMs };
}

function clipped(text: string): string {
  if (text.length <= RESULT_CHARACTERS_MAX) return text;
  const half = RESULT_CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
