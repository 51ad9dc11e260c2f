/** The index says of every agent what a walk through the whole log says, and a page of windows reads that page alone. */
import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import type { AuditWindow } from '../windows/window-shape.ts';
import { EntryIndex } from './entry-index.ts';
import { agentOfWindow, gapsOf, marksOf, stretchesOf, type LogEntry } from './log-entries.ts';
import { WindowFile } from './window-file.ts';

const anyAgent = fc.constantFrom('ada', 'bob', 'team/eve');
const anyEntry: fc.Arbitrary<LogEntry> = fc.oneof(
  anyAgent.chain((agent) =>
    fc.nat(99).map((index): LogEntry => ({
      v: 1,
      window_id: `${agent}/${String(index).padStart(6, '0')}`,
      t_start_ms: index * 48_000,
      prev_window_root: null,
      asc_root: '0',
      flags: 0,
      ok: true,
      ok_chain: true,
      window_sha256: '',
    })),
  ),
  anyAgent.map((agent): LogEntry => ({ v: 1, kind: 'trace', agent, since_ms: 1, recorder: 2 })),
  anyAgent.map((agent): LogEntry => ({ v: 1, kind: 'idle', agent, seq: 1, until_ms: 5 })),
  fc.record({ agent: anyAgent, of: fc.nat(9) }).map(({ agent, of }): LogEntry => ({
    v: 1,
    kind: 'all',
    agent,
    seq: 1,
    of,
    at_ms: 1,
    row: '',
    action: 'stop-all',
  })),
  fc.nat(99).map((at): LogEntry => ({
    v: 1,
    kind: 'run',
    started_ms: at + 1,
    last_seen_ms: at === 0 ? null : at,
    clock_back_ms: 0,
  })),
);

test('the index is what a walk through all entries finds', () => {
  const property = fc.property(fc.array(anyEntry, { maxLength: 40 }), (entries) => {
    const index = new EntryIndex();
    for (const entry of entries) index.add(entry);
    expect(index.gaps).toEqual(gapsOf(entries));
    for (const agent of ['ada', 'bob', 'team/eve', 'nobody']) {
      const { windows, stretches, marks, lastAct } = index.of(agent);
      const its = (entry: LogEntry) =>
        'window_id' in entry && agentOfWindow(entry.window_id) === agent;
      expect(windows).toEqual(entries.filter(its));
      expect(stretches).toEqual(stretchesOf(entries).get(agent) ?? []);
      expect(marks).toEqual(marksOf(entries, agent));
      const acts = marks.filter((mark) => mark.kind === 'all');
      expect(lastAct).toBe(acts.at(-1)?.of ?? 0);
    }
  });
  fc.assert(property, { numRuns: 100 });
});

describe('a file of windows', () => {
  const windowOf = (n: number) => ({ schema_version: `ü${n}` }) as unknown as AuditWindow;
  const windows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => windowOf(from + place));

  test('gives any page, also after more was added, and leaves half a line out', () => {
    const path = join(temporaryFolder('windows'), 'windows.jsonl');
    const file = new WindowFile(path);
    expect(file.read()).toEqual([]);
    expect(file.append(windows(0, 5))).toBe(statSync(path).size);
    expect(file.read(3)).toEqual(windows(3, 5));
    file.append(windows(5, 9));
    expect(file.read(4, 3)).toEqual(windows(4, 7));
    expect(file.read(8, 100)).toEqual(windows(8, 9));
    expect(file.read(9, 1)).toEqual([]);
    appendFileSync(path, '{"half');
    expect(new WindowFile(path).read(7)).toEqual(windows(7, 9));
  });

  test('is cut to a length and to a number of windows', () => {
    const path = join(temporaryFolder('windows'), 'windows.jsonl');
    writeFileSync(path, '');
    const file = new WindowFile(path);
    const length = file.append(windows(0, 2));
    file.append(windows(2, 6));
    file.truncate(length);
    expect(file.read()).toEqual(windows(0, 2));
    file.keepFirst(1);
    expect(file.read()).toEqual(windows(0, 1));
    file.keepFirst(0);
    expect(statSync(path).size).toBe(0);
  });
});
