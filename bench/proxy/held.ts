/**
 * What this process holds on to: memory that is left after a collection, handles, and the entries of all its maps and sets.
 *
 * The entries are those of every map and set that lives, as the inspector finds them: what grows with the calls of a server
 * is seen wherever it is kept, without naming the place.
 */
import { Session } from 'node:inspector/promises';

/** What is held. */
export interface Held {
  readonly heapBytes: number;
  /** Sockets, timers and the like that are open. */
  readonly handles: number;
  /** In all maps and sets of the main thread together. */
  readonly entries: number;
}

/** Counts it, after a collection. */
export async function held(): Promise<Held> {
  globalThis.gc?.();
  const session = new Session();
  session.connect();
  try {
    const entries = (await entriesOf(session, 'Map')) + (await entriesOf(session, 'Set'));
    globalThis.gc?.();
    const { heapUsed } = process.memoryUsage();
    return { heapBytes: heapUsed, handles: process.getActiveResourcesInfo().length, entries };
  } finally {
    session.disconnect();
  }
}

/** Run by the inspector on all that it finds. Prototypes of kinds of maps are found, too, and have no size. */
const SUM_OF_SIZES = `function () {
  let sum = 0;
  for (const one of this) try { sum += one.size; } catch {}
  return sum;
}`;

async function entriesOf(session: Session, kind: 'Map' | 'Set'): Promise<number> {
  const { result: prototype } = await session.post('Runtime.evaluate', {
    expression: `${kind}.prototype`,
  });
  const { objectId: prototypeObjectId = '' } = prototype;
  const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId });
  const { objectId = '' } = objects;
  const { result } = await session.post('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: SUM_OF_SIZES,
    returnByValue: true,
  });
  await session.post('Runtime.releaseObject', { objectId });
  await session.post('Runtime.releaseObject', { objectId: prototypeObjectId });
  return Number(result.value);
}
