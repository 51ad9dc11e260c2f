/** Every way to be told no has its code, and every code its words. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import { readTrajectory, TRAJECTORY_REASONS, type LoopState } from '../index.ts';
import { reasonOf } from './reason.ts';

/** The code of the last step, which is also one that people can read. */
function lastReason(project: LoopProject): string | null | undefined {
  const reason = readTrajectory(project.path('replays/s1.jsonl'))?.steps.at(-1)?.reason;
  if (typeof reason === 'string') expect(TRAJECTORY_REASONS).toHaveProperty(reason);
  return reason;
}

test.each([
  ['STOP', 'HOLD_MANUAL'],
  ['PAUSE', 'HOLD_PAUSED'],
  ['CHECKPOINT.md', 'HOLD_CHECKPOINT'],
  ['BLOCKER_REPORT.md', 'HOLD_BLOCKER'],
])('%s is %s, and nothing without it', async (file, code) => {
  const project = new LoopProject();
  await project.prompt();
  expect(lastReason(project)).toBeNull();
  project.write(`.geometry/${file}`, '');
  await project.prompt();
  expect(lastReason(project)).toBe(code);
});

test('a manifest that cannot be read', async () => {
  const project = new LoopProject({ '.geometry/MANIFEST.yaml': 'safety: [' });
  await project.prompt();
  expect(lastReason(project)).toBe('MANIFEST_INVALID');
});

test('what the rules let pass and the gate does not', () => {
  const rules = { decidedBy: null, log: [], state: {} as LoopState };
  const answer = { kind: 'deny', reason: 'stopped by ann', endsSession: false } as const;
  expect(reasonOf({ ...rules, answer })).toBe('GATE');
  expect(TRAJECTORY_REASONS).toHaveProperty('GATE');
  expect(reasonOf({ ...rules, answer: { kind: 'pass', say: null } })).toBeNull();
});

test('a full context', async () => {
  const project = new LoopProject();
  await project.send('usage', { contextTokens: 190_000, model: null });
  await project.bash('ls');
  expect(lastReason(project)).toBe('COMPACTION_GATE');
});

test('the same call again and again, and for ever', async () => {
  const project = new LoopProject();
  const reasons: (string | null | undefined)[] = [];
  for (let count = 0; count < 10; count += 1) {
    await project.call('Grep', { pattern: 'x' }, 'none');
    reasons.push(lastReason(project));
  }
  expect(reasons).toEqual([
    ...Array.from({ length: 5 }, () => null),
    ...Array.from({ length: 4 }, () => 'REPEATED_CALL'),
    'INFINITE_LOOP',
  ]);
  expect(readFileSync(project.path('replays/s1.jsonl'), 'utf8')).toContain('"ends_session":true');
});
