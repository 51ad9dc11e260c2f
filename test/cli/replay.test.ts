/** `tripwire replay`, run as a user runs it, on a recording of 100,000 records. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { event } from '../kit/records.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const STEPS = 100_000;
const folder = temporaryFolder();
const file = join(folder, 'run.rec');

beforeAll(async () => {
  const records = Array.from({ length: STEPS }, (_, index) =>
    event(index * 2_000, { tokenCount: index % 900, outputHash: `output ${index}` }),
  );
  const { code } = await runTripwire(['decide', '--record', file], jsonLines(records));
  expect(code).toBe(0);
}, 120_000);

describe('tripwire replay', () => {
  verifies(
    'T11',
    'says parity, with the hashes that decide printed, in a heap smaller than the file',
    async () => {
      const small = { NODE_OPTIONS: '--max-old-space-size=40' };
      expect(statSync(file).size).toBeGreaterThan(60_000_000);
      const { code, stdout } = await runTripwire(['replay', file], '', small);
      expect(code).toBe(0);
      expect(stdout).toContain(`parity: ${STEPS} steps give the same decisions`);
      const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
      const { eventsHash, decisionsHash } = JSON.parse(last) as Record<string, string>;
      expect(stdout).toContain(`eventsHash    ${eventsHash}\ndecisionsHash ${decisionsHash}`);
    },
    120_000,
  );

  verifies(
    'T11',
    'finds a single changed byte among 100,000 records and names the step',
    async () => {
      const recording = readFileSync(file);
      // The digit after "tokenCount": in the line of step 73,211.
      let place = 0;
      for (let line = 0; line < 73_211; line += 1) place = recording.indexOf(0x0a, place) + 1;
      place = recording.indexOf('"tokenCount":', place) + '"tokenCount":'.length;
      const changed = Buffer.from(recording);
      changed[place] = changed[place] === 0x31 ? 0x32 : 0x31;
      const tampered = join(folder, 'tampered.rec');
      writeFileSync(tampered, changed);
      const { code, stdout } = await runTripwire(['replay', tampered]);
      expect(code).toBe(1);
      expect(stdout).toContain(`parity lost at step 73211 (${tampered}:73212) [PARITY_LOST]`);
      expect(stdout).toContain('  eventsHash\n    recorded "');
      const json = await runTripwire(['replay', '--json', tampered]);
      expect(JSON.parse(json.stdout)).toMatchObject({ parity: false, step: 73_211, line: 73_212 });
    },
    120_000,
  );

  test('a file that is no recording is refused with its line', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'hello\n');
    const { code, stderr } = await runTripwire(['replay', other]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${other}:1: the header is not valid JSON`);
    writeFileSync(other, '');
    expect((await runTripwire(['replay', other])).stderr).toContain('is empty');
  });

  test('a torn last line is named', async () => {
    const torn = join(folder, 'torn.rec');
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, 4);
    writeFileSync(torn, `${lines.join('\n')}\n{"decision":`);
    const { code, stderr } = await runTripwire(['replay', torn]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${torn}:5: step 4 is not valid JSON`);
  });
});
