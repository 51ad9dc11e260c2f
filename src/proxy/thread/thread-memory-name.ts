/**
 * Which thread of its session a request belongs to.
 *
 * Where the client says it, we believe it. Elsewhere a thread is known by how it begins; and where the beginning
 * was cut off or replaced by a summary, by what it shares with a thread that is remembered.
 */
import { MAIN } from '../../base/main-name.ts';
import type { ClientFacts } from '../../clients/client-headers.ts';
import {
  allEvents,
  newEvents,
  opensWithSummary,
  threadKeyOf,
  type History,
  type KnownThread,
} from '../../detect/thread/index.ts';
import { lastModelMessage } from './thread-memory-newest-turn.ts';
import type { SessionThreads } from './thread-memory-table.ts';

const KEY_START = 't_';
/** What stands for the system's words in the name of a thread. */
const SYSTEM_LENGTH = KEY_START.length + 16;
/** Threads that a headless history is compared with. */
const COMPARED_MAX = 8;

/** The name of the thread. */
export function threadOf(
  client: ClientFacts,
  threads: SessionThreads,
  history: History | null,
): string {
  if (client.subagent !== null) return client.subagent;
  if (client.session !== null || history === null) return MAIN;
  const { conversation } = history;
  const key = threadKeyOf(conversation);
  const recent = [...threads.keys()].toReversed();
  // Such a request continues an answer that the provider keeps, and does not hold the beginning.
  if (key === null) return recent[0] ?? MAIN;
  const name = `${KEY_START}${key}`;
  if (threads.has(name)) return name;
  const alike = recent.filter((one) => one.startsWith(name.slice(0, SYSTEM_LENGTH)));
  const usual = opensWithSummary(conversation) ? (alike[0] ?? name) : name;
  if (alike.length === 0 || lastModelMessage(conversation) === null) return usual;
  const total = allEvents(history.pieces).length;
  const shared = alike
    .slice(0, COMPARED_MAX)
    .find((one) => sharesHistory(threads.get(one)?.known ?? null, history, total));
  return shared ?? usual;
}

/** Whether at least half of a history's events are known to a thread. */
function sharesHistory(known: KnownThread | null, history: History, total: number): boolean {
  return known !== null && 2 * newEvents(known, history).events.length <= total;
}
