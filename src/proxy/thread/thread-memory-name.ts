/**
 * Which thread of its session a request belongs to.
 *
 * Where the client says it, we believe it. Elsewhere a thread is known by how it begins; and where the beginning
 * was cut off or replaced by a summary, by what it shares with a thread that is remembered.
 */
import { MAIN } from '../../base/main-name.ts';
import type { ClientFacts } from '../../clients/client-headers.ts';
import { rebuildNew, rebuildTranscript, startsWithSummary, threadKey } from '../../detect/index.ts';
import { beforeNewestTurn } from './thread-memory-newest-turn.ts';
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
  body: unknown,
  path: string,
): string {
  if (client.subagent !== null) return client.subagent;
  if (client.session !== null) return MAIN;
  const key = threadKey(body, path);
  const recent = [...threads.keys()].toReversed();
  // Such a request goes on from an answer that the provider keeps, and holds no beginning.
  if (key === null) return goesOn(body) ? (recent[0] ?? MAIN) : MAIN;
  const name = `${KEY_START}${key}`;
  if (threads.has(name)) return name;
  const alike = recent.filter((one) => one.startsWith(name.slice(0, SYSTEM_LENGTH)));
  if (alike.length === 0 || beforeNewestTurn(body) === null) {
    return startsWithSummary(body, path) ? (alike[0] ?? name) : name;
  }
  const shared = alike
    .slice(0, COMPARED_MAX)
    .find((one) => sharesHistory(threads, one, body, path));
  return shared ?? (startsWithSummary(body, path) ? (alike[0] ?? name) : name);
}

function goesOn(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return 'previous_response_id' in body && typeof body.previous_response_id === 'string';
}

/** Whether at least half of a history is known to a thread. */
function sharesHistory(
  threads: SessionThreads,
  thread: string,
  body: unknown,
  path: string,
): boolean {
  const known = threads.get(thread)?.known ?? null;
  if (known === null) return false;
  const { events } = rebuildNew(known, body, { path });
  return 2 * events.length <= rebuildTranscript(body, path).length;
}
