/** What other processes changed: it is read, and what may no longer be under way is cut. */
import { EVERYBODY } from '../base/everybody.ts';
import type { Admissions } from './admissions.ts';
import type { Recorder } from './recorder.ts';
import type { Standing } from './standing.ts';
import { anyHeld } from './stops/stop-titles.ts';

/** Once this resolves, nothing passes here that a stop of others on these agents forbids. */
export async function actOnChanges(
  { chains }: Pick<Recorder, 'chains'>,
  standing: Pick<Standing, 'learn'>,
  admissions: Pick<Admissions, 'cut'>,
  agents: readonly string[],
): Promise<void> {
  const read = agents.map(async (agent) => {
    const chain = await chains.open(agent);
    await chain.catchUp();
    if (agent !== EVERYBODY && anyHeld(chain.latest)) standing.learn(chain);
    admissions.cut(agent);
  });
  await Promise.all(read);
}
