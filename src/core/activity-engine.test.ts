/** Modes, intensity and damping, all reached through `step`. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { accelerating, event, judge, looping, operator, tick } from '../../test/kit/records.ts';
import type { Decision } from './index.ts';

const modes = (decisions: readonly Decision[]) => decisions.map(({ activity }) => activity.mode);

describe('modes', () => {
  verifies('T3', 'IDLE before the first event and from 30 s after the last', () => {
    const { decisions } = judge([tick(0), event(1_000), tick(30_999), tick(31_000)]);
    expect(modes(decisions)).toEqual(['IDLE', 'WORKING', 'WORKING', 'IDLE']);
    expect(decisions[1]?.wakeAt).toBe(31_000);
    expect(decisions[3]?.activity.since).toBe(31_000);
  });

  verifies('T3', 'WORKING from the very first event', () => {
    expect(judge([event(5_000)]).last.activity).toMatchObject({ mode: 'WORKING', since: 5_000 });
  });

  verifies('T3', 'LOOPING when the last five outputs are alike', () => {
    const { decisions } = judge(looping(0, 5, 3_000));
    expect(modes(decisions)).toEqual(['WORKING', 'WORKING', 'WORKING', 'WORKING', 'LOOPING']);
  });

  verifies('T3', 'RUNAWAY when beats come much faster than before', () => {
    expect(judge(accelerating(0)).last.activity.mode).toBe('RUNAWAY');
  });

  verifies('T3', 'RUNAWAY goes before LOOPING', () => {
    // Both signals come on with the 30th interval.
    const records = accelerating(0).map((record, index) =>
      event(record.event.timestamp, { outputHash: index < 26 ? `${index}` : 'same' }),
    );
    const { decisions } = judge(records);
    expect(decisions[30]?.safety.reason).toMatch(/RUNAWAY_DETECTED.*LOOP_DETECTED/);
    expect(decisions[30]?.activity.mode).toBe('RUNAWAY');
  });

  verifies('T3', 'a session at human pace is never RUNAWAY', () => {
    // A minute of thinking, then a burst of a few calls, forty times over.
    const bursts = Array.from({ length: 40 }, (_, burst) =>
      [0, 2_000, 2_700, 3_400, 9_000].map((offset, call) =>
        event(burst * 69_000 + offset, { outputHash: `${burst}-${call}` }),
      ),
    ).flat();
    const { decisions } = judge(bursts);
    expect(decisions.filter(({ safety }) => !safety.allowed)).toEqual([]);
    expect(modes(decisions)).not.toContain('RUNAWAY');
  });

  verifies('T3', 'similarity is 1 − distance / 64 for SimHashes and must exceed 0.9', () => {
    const five = (last: string) => [
      ...Array.from({ length: 4 }, (_, i) => event(i, { outputHash: '0000000000000000' })),
      event(4, { outputHash: last }),
    ];
    // Six bits: 1 − 6/64 = 0.90625. Seven bits: 0.890625.
    expect(judge(five('000000000000003F')).last.safety.vetoReason).toBe('LOOP_DETECTED');
    expect(judge(five('000000000000007f')).last.safety.vetoReason).toBeUndefined();
  });

  verifies('T3', 'other hashes are alike only when equal, and missing ones are skipped', () => {
    const hashes = ['a', undefined, 'a', 'a', undefined, 'a', 'a'];
    const records = hashes.map((outputHash, index) =>
      event(index * 1_000, outputHash === undefined ? {} : { outputHash }),
    );
    const { decisions } = judge(records);
    expect(decisions.map(({ safety }) => safety.vetoReason ?? '-')).toEqual([
      '-',
      '-',
      '-',
      '-',
      '-',
      '-',
      'LOOP_DETECTED',
    ]);
    expect(judge([...looping(0, 4), event(9_000, { outputHash: 'b' })]).last.safety.allowed).toBe(
      true,
    );
  });

  verifies('T3', 'a SimHash is never like a hash of another kind, whatever that looks like', () => {
    const zeros = '0000000000000000';
    const others = ['000000000000000', '00000000000000000', '000000000000000g', 'ZZZZZZZZZZZZZZZZ'];
    for (const other of others) {
      for (const place of [0, 2, 4]) {
        const hashes = [zeros, zeros, zeros, zeros, zeros].with(place, other);
        const records = hashes.map((outputHash, index) => event(index * 1_000, { outputHash }));
        expect(judge(records).last.safety.allowed, `${other} at ${place}`).toBe(true);
      }
      const same = Array.from({ length: 5 }, (_, i) => event(i * 1_000, { outputHash: other }));
      expect(judge(same).last.safety.vetoReason).toBe('LOOP_DETECTED');
    }
  });

  verifies('T3', 'intensity follows the tokens of the sliding minute', () => {
    const at = (tokenCount: number) => judge([event(0, { tokenCount })]).last.activity.intensity;
    expect([4_999, 5_000, 30_000, 30_001].map(at)).toEqual(['LOW', 'NORMAL', 'NORMAL', 'HIGH']);
  });

  verifies('T3', 'the reason is never empty', () => {
    const records = [tick(0), ...looping(1_000), ...accelerating(70_000), tick(400_000)];
    for (const { activity } of judge(records).decisions) expect(activity.reason).not.toBe('');
  });
});

describe('damping', () => {
  verifies('T4', 'a mode is left after 10 s at the earliest, the veto does not wait', () => {
    // The loop shows at 4 s; the mode WORKING began at 0 and stays until 10 s.
    const { decisions } = judge([...looping(0), tick(9_999), tick(10_000)]);
    expect(decisions[4]?.safety.vetoReason).toBe('LOOP_DETECTED');
    expect(modes(decisions.slice(4))).toEqual(['WORKING', 'WORKING', 'LOOPING']);
    expect(decisions[4]?.wakeAt).toBe(10_000);
  });

  verifies('T4', 'leaving LOOPING takes 30 s from entering it', () => {
    const different = event(13_000, { outputHash: 'other' });
    const { decisions } = judge([
      ...looping(0, 5, 3_000),
      different,
      tick(41_999),
      event(41_999, { outputHash: 'more' }),
      tick(42_000),
    ]);
    expect(modes(decisions.slice(4))).toEqual([
      'LOOPING',
      'LOOPING',
      'LOOPING',
      'LOOPING',
      'WORKING',
    ]);
  });

  verifies('T4', 'when a cooldown ends the mode starts anew', () => {
    const { decisions } = judge([...looping(0, 5, 3_000), tick(72_000), event(72_001)]);
    expect(decisions[5]?.activity).toMatchObject({ mode: 'IDLE', since: 72_000 });
    // No event has confirmed it, so the next one sets the mode at once.
    expect(decisions[6]?.activity).toMatchObject({ mode: 'WORKING', since: 72_001 });
  });

  verifies('T4', 'changes by time alone happen at their own time, however late one looks', () => {
    const ticked = judge([...looping(0), tick(10_000), tick(64_000), event(64_500)]);
    const unticked = judge([...looping(0), event(64_500)]);
    expect(unticked.last).toEqual(ticked.last);
  });

  verifies('T4', 'a person acting does not change the mode', () => {
    const { last } = judge([event(0), operator(5_000, 'pause')]);
    expect(last.activity).toMatchObject({ mode: 'WORKING', since: 0 });
  });
});
