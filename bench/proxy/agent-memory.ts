/** What agents that are known, and streams that are open, take of a server's memory. */
import type { ChildServer } from './child-server.ts';
import { fixed } from './report.ts';
import { requestsOf } from './requests.ts';
import { openStream, timesOf } from './stream-times.ts';

const IDLE_AGENTS = 1_000;
const OPEN_STREAMS = 200;

/** Measures and tells it. */
export async function measureMemory(server: ChildServer): Promise<void> {
  console.log('\n## Memory\n');
  const one = requestsOf({ size: '75 kB', stream: true, name: 'memory' })();
  const asking = (name: string) => ({ ...one, path: one.path.replace(/memory-\d+/, name) });
  const resident = async () => (await server.usage()).memory;
  const fresh = await resident();
  for (let index = 0; index < IDLE_AGENTS; index += 1) {
    await timesOf(server, asking(`idle-${index}`));
  }
  const idle = await resident();
  const open = Array.from({ length: OPEN_STREAMS }, (_, index) => {
    const { path, body } = asking(`open-${index}`);
    return openStream(server, { path, body: body.replace('now do part', 'stay with me, part') });
  });
  await Promise.all(open.map(({ begun }) => begun));
  const streaming = await resident();
  const each = (more: number, count: number) => fixed(more / count / 1e3, 1);
  const all = Math.round(streaming / 1e6);
  console.log(`Resident memory, so with what the collector has not freed: ${all} MB in all;`);
  console.log(
    `${each(idle - fresh, IDLE_AGENTS)} kB for each of ${IDLE_AGENTS} agents that asked once with 75 kB,`,
  );
  console.log(
    `${each(streaming - idle, OPEN_STREAMS)} kB for each of ${OPEN_STREAMS} open streams (each of another new agent).`,
  );
  for (const stream of open) stream.leave();
}
