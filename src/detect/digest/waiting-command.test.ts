/** A command that waits for something elsewhere has waited for as long as it took, even if it gave up. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const WORK_MS = 6_000;

/** Rounds of a command that gives up and a look at how far it is; each command takes so long. */
function rule(command: string, tookMs: number, far: readonly number[]) {
  let atMs = 1_790_000_000_000;
  const step = (line: string, result: string, isError: boolean, ms: number): TranscriptEvent => {
    atMs += ms;
    return { kind: 'tool', tool: 'bash', args: { command: line }, result, isError, atMs };
  };
  const begun = [1, 2, 3, 4].map((part) =>
    step(`aws rds start-part --part ${part}`, `part ${part} of the copy`, false, WORK_MS),
  );
  const rounds = far.flatMap((percent) => [
    step(command, 'Waiter failed: Max attempts exceeded', true, tookMs),
    step('aws rds describe --query Percent', `${percent}`, false, WORK_MS),
  ]);
  return detectThread({ id: 't', events: [...begun, ...rounds] }).rule;
}

const FAR = [2, 5, 5, 5, 14, 23, 23, 30, 44, 44, 44, 58, 71, 71, 86];

describe('a command that waits', () => {
  for (const command of [
    'aws rds wait snapshot-available',
    'kubectl wait --for=condition=complete',
  ])
    verifies('X16', `may give up as often as it takes: ${command}`, () => {
      expect(rule(command, 1_800_000, FAR)).toBeNull();
    });

  verifies('X16', 'has not waited where it gives up at once', () => {
    const stands = FAR.map(() => 5);
    expect(rule('aws rds wait snapshot-available', WORK_MS, stands)).not.toBeNull();
  });

  verifies('X16', 'is no other command that takes long and fails', () => {
    const stands = FAR.map(() => 5);
    expect(rule('make integration', 1_800_000, stands)).not.toBeNull();
  });
});
