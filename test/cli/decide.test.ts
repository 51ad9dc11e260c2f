/** `tripwire decide`, run as a user runs it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AgentRecord, Decision } from '../../src/core/index.ts';
import { accelerating, event, looping, operator, tick } from '../kit/records.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

async function decide(records: readonly AgentRecord[], ...args: string[]): Promise<Decision[]> {
  const { code, stdout, stderr } = await runTripwire(['decide', ...args], jsonLines(records));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  const hashes = JSON.parse(lines.pop() ?? '') as object;
  expect(Object.keys(hashes).toSorted()).toEqual(['decisionsHash', 'eventsHash']);
  return lines.map((line) => JSON.parse(line) as Decision);
}

const vetoes = (decisions: readonly Decision[]) =>
  decisions.map(({ safety }) => safety.vetoReason ?? '-');

describe('tripwire decide', () => {
  test('writes one decision a line with its six fields', async () => {
    const [decision] = await decide([event(0)]);
    expect(Object.keys(decision ?? {}).toSorted()).toEqual([
      'activity',
      'health',
      'holds',
      'intent',
      'safety',
      'wakeAt',
    ]);
  });

  verifies('T6', 'five near-equal outputs: LOOP_DETECTED on the fifth, not later', async () => {
    const near = ['0', '1', '2', '4', '8'].map((digit, index) =>
      event(index * 5_000, { outputHash: `abcdef012345678${digit}` }),
    );
    expect(vetoes(await decide(near))).toEqual(['-', '-', '-', '-', 'LOOP_DETECTED']);
  });

  verifies(
    'T6',
    '12 intervals of 6 s and 25 of 0.7 s: RUNAWAY_DETECTED; a loop beside it does not hide it',
    async () => {
      expect(vetoes(await decide(accelerating(0))).at(-1)).toBe('RUNAWAY_DETECTED');
      const both = accelerating(0).map((record, index) =>
        event(record.event.timestamp, { outputHash: index < 26 ? `${index}` : 'same' }),
      );
      const decisions = await decide(both);
      expect(vetoes(decisions).at(-1)).toBe('RUNAWAY_DETECTED');
      expect(decisions.at(-1)?.safety.reason).toContain('LOOP_DETECTED');
    },
  );

  verifies(
    'T8',
    'refused for 60 s, a fresh chance, and in the end a hard stop that only a restart lifts',
    async () => {
      const rounds = Array.from({ length: 9 }, (_, round) => [
        ...looping(round * 70_000),
        tick(round * 70_000 + 63_999),
        tick(round * 70_000 + 64_000),
        operator(round * 70_000 + 65_000, 'resume'),
      ]).flat();
      const end = 9 * 70_000;
      const decisions = await decide([
        ...rounds,
        event(end, { outputHash: 'new' }),
        operator(end + 1, 'activate'),
        operator(end + 2, 'restart'),
        event(end + 3, { outputHash: 'newer' }),
      ]);
      expect(vetoes(decisions.slice(0, 8))).toEqual([
        '-',
        '-',
        '-',
        '-',
        'LOOP_DETECTED',
        'LOOP_DETECTED',
        '-',
        '-',
      ]);
      const holds = decisions.map((decision) => decision.holds.map(({ hold }) => hold));
      expect(holds.flat()).toContain('soft_suspend');
      expect(holds.at(-4)).toEqual(['hard_stop']);
      expect(holds.at(-3)).toEqual(['hard_stop']);
      expect(decisions.at(-4)?.safety.allowed).toBe(false);
      expect(holds.at(-2)).toEqual([]);
      expect(decisions.at(-1)?.safety.allowed).toBe(true);
    },
  );

  test('takes another constitution by name or file', async () => {
    const busy = [event(0, { tokenCount: 60_000 })];
    expect(vetoes(await decide(busy))).toEqual(['TOKEN_BUDGET_EXCEEDED']);
    expect(vetoes(await decide(busy, '--constitution', 'coding-v1'))).toEqual(['-']);
    const file = join(temporaryFolder(), 'mine.yaml');
    writeFileSync(file, '# ours\nname: mine\nmaxTokensPerMinute: 60000\n');
    expect(vetoes(await decide(busy, '--constitution', file))).toEqual(['-']);
  });

  test('refuses a constitution by field, and an unknown name with the known ones', async () => {
    const file = join(temporaryFolder(), 'mine.json');
    writeFileSync(file, '{"name":"mine","maxTokenPerMinute":5}');
    const bad = await runTripwire(['decide', '--constitution', file]);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('field maxTokenPerMinute is not a known field');
    expect(bad.stderr).toContain('[CONSTITUTION_INVALID]');
    const none = await runTripwire(['decide', '--constitution', 'frozen']);
    expect(none.stderr).toContain('the shipped ones are frozen-v0.2, coding-v1');
  });
});

describe('a malformed line', () => {
  const good = JSON.stringify(event(0));
  const bad: readonly (readonly [string, string, string])[] = [
    ['broken JSON', '{"type":"tick"', 'stdin:2: not valid JSON'],
    ['a wrong field', '{"type":"tick","timestamp":-1}', 'stdin:2: field timestamp must be from 0'],
    ['-0', '{"type":"tick","timestamp":-0}', 'stdin:2: field timestamp must not be -0'],
    [
      'an unsafe integer',
      '{"type":"tick","timestamp":9007199254740993}',
      'stdin:2: field timestamp',
    ],
    ['an overflow', '{"type":"tick","timestamp":1e999}', 'must be a number, not Infinity'],
    ['another type', '{"type":"kill"}', 'stdin:2: field type must be one of'],
    ['a list', '[]', 'stdin:2: field type'],
  ];
  for (const [what, line, message] of bad) {
    test(`${what}: names file, line and field; exit 2; nothing after it is judged`, async () => {
      const { code, stdout, stderr } = await runTripwire(['decide'], `${good}\n${line}\n${good}\n`);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr).toContain('[RECORD_INVALID]');
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(stdout).not.toContain('eventsHash');
    });
  }

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    const input = Buffer.from([...Buffer.from('{"type":"tick","agent":"'), 0xff, 0x22, 0x7d, 0x0a]);
    const { code, stderr } = await runTripwire(['decide'], input);
    expect(code).toBe(2);
    expect(stderr).toContain('stdin:1: the line is not valid UTF-8');
  });

  test('leaves no recording behind, and an older one untouched', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'run.rec');
    writeFileSync(file, 'older');
    const { code } = await runTripwire(['decide', '--record', file], `${good}\nx\n`);
    expect(code).toBe(2);
    expect(readdirSync(folder)).toEqual(['run.rec']);
    expect(readFileSync(file, 'utf8')).toBe('older');
  });
});

describe('mistakes on the command line', () => {
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [['decid'], 'there is no command decid; did you mean tripwire decide?'],
    [['xyzzy'], 'there is no command xyzzy; tripwire --help lists them'],
    [
      ['decide', '--recrod', 'x'],
      "Unknown option '--recrod'; did you mean --record?; see tripwire decide --help",
    ],
    [['decide', '--record', '/nonexistent/folder/x'], 'ENOENT'],
    [['replay'], 'replay takes one file'],
    [['replay', '/nonexistent'], 'there is no file /nonexistent, and no session of that name'],
  ];
  for (const [args, message] of mistakes) {
    test(`tripwire ${args.join(' ')}`, async () => {
      const { code, stderr } = await runTripwire(args);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('[USAGE]');
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    });
  }

  test('help is help', async () => {
    for (const args of [['--help'], ['decide', '--help'], ['replay', '-h']]) {
      const { code, stdout } = await runTripwire(args);
      expect(code).toBe(0);
      expect(stdout).toContain('tripwire');
    }
  });
});
