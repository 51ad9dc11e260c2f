/**
 * The marks of stops when the machine loses power, on the simulated disk: what was reported as marked is there, and what
 * was released stays released.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StopMarks, type StopMark } from '../../src/gate/stops/stop-marks.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { installFiles, VIRTUAL_ROOT, VirtualFiles, type FileFault } from './virtual-files.ts';

const stop: StopMark = {
  agent: 'sam',
  session: null,
  action: 'deactivate',
  by: 'ada',
  why: 'seen enough',
  at: 1,
};
const SEEDS = Array.from({ length: 40 }, (_, index) => String(index));

let files = new VirtualFiles(new SeededRandom(''), VIRTUAL_ROOT);
let restore: () => void = () => undefined;

beforeEach(() => {
  restore = installFiles(() => files);
});

afterEach(() => restore());

/** The marks that a process finds which starts after the power came back. */
function afterPowerLoss(): readonly StopMark[] {
  files.crash(`${VIRTUAL_ROOT}/after`);
  return new StopMarks(`${VIRTUAL_ROOT}/after`).all();
}

function marksOf(seed: string, spares: number): StopMarks {
  files = new VirtualFiles(new SeededRandom(seed), `${VIRTUAL_ROOT}/before`);
  return new StopMarks(`${VIRTUAL_ROOT}/before`, undefined, spares);
}

describe('after the machine lost power', () => {
  test('a marked stop is there', () => {
    for (const seed of SEEDS) {
      expect(marksOf(seed, 0).put(stop)).toBe(true);
      expect(afterPowerLoss()).toEqual([stop]);
    }
  });

  test('a released one is not, also where it could not be read', () => {
    for (const seed of SEEDS) {
      const marks = marksOf(seed, 0);
      marks.put(stop);
      marks.remove(stop);
      expect(afterPowerLoss()).toEqual([]);

      const half = marksOf(seed, 0);
      half.put(stop);
      const [name = ''] = files.names();
      const opened = files.open(`${VIRTUAL_ROOT}/before/${name}`, 'a');
      files.write(opened, 'x', 0);
      const unreadable = new StopMarks(`${VIRTUAL_ROOT}/before`);
      const [everybody] = unreadable.all();
      expect(everybody).toMatchObject({ agent: '*', action: 'stop-all' });
      if (everybody !== undefined) unreadable.remove(everybody);
      expect(afterPowerLoss()).toEqual([]);
    }
  });

  test.each<FileFault>(['full', 'no-new-files', 'fsync-fails', 'read-only'])(
    'what was called marked on a disk that is broken (%s) still stops',
    (fault) => {
      for (const seed of SEEDS) {
        for (const spares of [0, 1]) {
          const marks = marksOf(seed, spares);
          files.fault = fault;
          const isMarked = marks.put(stop);
          const left = afterPowerLoss();
          if (isMarked) expect(left).toHaveLength(1);
          for (const { agent } of left) expect(['sam', '*']).toContain(agent);
        }
      }
    },
  );
});
