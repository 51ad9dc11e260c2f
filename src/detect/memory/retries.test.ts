/** Trying again what failed: where it has helped before it is patience for longer, and not for ever. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread } from '../index.ts';

/** The rule that stops an agent which sends parts, each of them as often as it is refused and once more. */
function rule(refused: readonly number[]) {
  const sent = refused.flatMap((times, part) => [
    ...Array.from({ length: times }, () => ({ part, result: '{"error":"CRC_MISMATCH"}' })),
    { part, result: `{"ack":true,"next":${part + 1}}` },
  ]);
  const events = sent.map(({ part, result }, index) => ({
    kind: 'tool' as const,
    tool: 'send_part',
    args: { device: 'hall', part },
    result,
    atMs: 1_790_000_000_000 + index * 14_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

describe('a call that failed and is made again', () => {
  verifies('X16', 'may fail more often where others went well in the end', () => {
    expect(rule([0, 1, 0, 1, 2, 0, 5, 0, 1, 5])).toBeNull();
  });

  verifies('X16', 'is a loop at the fifth time where none did', () => {
    expect(rule([0, 0, 0, 0, 0, 0, 5])).not.toBeNull();
  });

  verifies('X16', 'is a loop all the same if it fails for ever', () => {
    expect(rule([0, 1, 0, 1, 2, 0, 12])).not.toBeNull();
  });
});
