/**
 * Two runs in one file, their events in turns, as they pass through one proxy.
 */
import { runOf, type OwnCase, type RawEvent } from './own-cases.ts';

/** The events of both, each naming its thread as an agent of its own. */
export function interleaved(one: OwnCase, other: OwnCase): RawEvent[] {
  const left = withThreadNames(one);
  const right = withThreadNames(other);
  const mixed: RawEvent[] = [];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    mixed.push(...left.slice(index, index + 1), ...right.slice(index, index + 1));
  }
  return mixed;
}

/** The events of a case with the id of their thread as the name of the agent. */
function withThreadNames({ id, events }: OwnCase): RawEvent[] {
  const agents = new Map(
    runOf(id, events).threads.flatMap((thread) =>
      thread.origins.map((origin) => [origin, thread.id] as const),
    ),
  );
  return events.map((event, index) => ({ ...event, agent: agents.get(index) }));
}
