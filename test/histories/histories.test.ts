/** What every released version said is said again, byte for byte, by this one. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { Replay } from '../../src/core/index.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const histories = readdirSync(folder).filter((name) => name.endsWith('.rec'));

describe('histories', () => {
  verifies('T11', 'there is one for each release', () => {
    expect(histories).toContain('0.1.0.rec');
  });

  for (const name of histories) {
    verifies('T11', `${name} replays to the same decisions`, () => {
      const [header = '', ...lines] = readFileSync(`${folder}/${name}`, 'utf8')
        .trimEnd()
        .split('\n');
      const replay = new Replay(header);
      expect(replay.headerDifferences).toEqual([]);
      for (const line of lines) expect(replay.take(line)).toEqual([]);
      expect(replay.run.steps).toBeGreaterThan(1_000);
    });
  }
});
