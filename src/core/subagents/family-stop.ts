/**
 * A stop of a subagent with its family: whoever it started is stopped with it, also one that was being started just then.
 */
import { raiseHold } from '../holds/holds.ts';
import type { Scene } from '../place.ts';
import type { AdmitRecord } from '../records/records.ts';

/** The scene with the holds of a family on the conversation that asks, where the one that started it is held so. */
export function underFamily(scene: Scene, { parent }: Pick<AdmitRecord, 'parent'>): Scene {
  const { session, thread } = scene;
  if (parent === undefined || !Object.hasOwn(session.threads, parent)) return scene;
  const above = session.threads[parent]?.holds.filter(({ family }) => family === true) ?? [];
  const holds = above.reduce(raiseHold, thread.holds);
  return holds === thread.holds ? scene : { ...scene, thread: { ...thread, holds } };
}
