/** Runs that look alike, one of them work and the other a loop, as `tripwire detect` judges them: in every client's manner. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { MANNERS } from '../families/client-manner.ts';
import { detectLine } from '../families/detect-line.ts';
import { twins } from '../families/twins/index.ts';
import { twinFamilies } from '../families/twins/twin.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** Every manner, and every tempo at least once. */
const INSTANCES = MANNERS.map((_, instance) => instance);

interface Judged {
  readonly id: string;
  readonly fired_at: number | null;
}

describe('twins', () => {
  verifies('X16', 'the loop is stopped whatever the client, its healthy twin never', async () => {
    const families = twins.flatMap(twinFamilies);
    const lines = families.flatMap((family) =>
      INSTANCES.map((instance) => detectLine(family, instance)),
    );
    const file = join(temporaryFolder('twins'), 'runs.jsonl');
    writeFileSync(file, jsonLines(lines));
    const { stdout } = await runTripwire(['detect', '--json', file]);
    const judged = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Judged);
    expect(judged.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
    const wrong = judged.filter(
      ({ id, fired_at: firedAt }) => id.startsWith('s_') !== (firedAt !== null),
    );
    expect(wrong).toEqual([]);
  });
});
