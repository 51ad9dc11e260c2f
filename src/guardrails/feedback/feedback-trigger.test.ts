/** Triggers: when a provider is asked, and that one provider's turn does not move another's. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun, says } from '../../../test/kit/guarded-run.ts';
import {
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  MemoryFilesystem,
  StaticFeedbackProvider,
  type FeedbackProvider,
  type FeedbackTriggerOptions,
} from '../index.ts';

const on = (trigger: FeedbackTriggerOptions, provider: FeedbackProvider = says('A'), id?: string) =>
  new FeedbackProviderConfig({
    provider,
    trigger: new FeedbackTrigger(trigger),
    ...(id === undefined ? {} : { id }),
  });
const onFile = (filename: string) => ({ onFileCreated: new FileCreatedTrigger({ filename }) });

describe('the conditions', () => {
  const facts = { callsSince: 0, elapsedMs: 0, isNewFileSeen: false };
  const all = { everyNCalls: 3, everyNSeconds: 1.5, ...onFile('f') };

  verifies('G6', 'hold from their number on, and one is enough', () => {
    const cases = [
      [{ everyNCalls: 3 }, { callsSince: 2 }, false],
      [{ everyNCalls: 3 }, { callsSince: 3 }, true],
      [{ everyNCalls: 3 }, { callsSince: 4 }, true],
      [{ everyNCalls: 3 }, { elapsedMs: 1e9, isNewFileSeen: true }, false],
      [{ everyNSeconds: 1.5 }, { elapsedMs: 1499 }, false],
      [{ everyNSeconds: 1.5 }, { elapsedMs: 1500 }, true],
      [{ everyNSeconds: 1.5 }, { callsSince: 1000, isNewFileSeen: true }, false],
      [onFile('f'), { isNewFileSeen: true }, true],
      [onFile('f'), { callsSince: 1000, elapsedMs: 1e9 }, false],
      [all, {}, false],
      [all, { callsSince: 3 }, true],
      [all, { elapsedMs: 1500 }, true],
      [all, { isNewFileSeen: true }, true],
      [{}, { callsSince: 1000, elapsedMs: 1e9, isNewFileSeen: true }, false],
    ] as const;
    for (const [trigger, some, fires] of cases) {
      expect([trigger, some, new FeedbackTrigger(trigger).fires({ ...facts, ...some })]).toEqual([
        trigger,
        some,
        fires,
      ]);
    }
  });

  const meaningless = [
    [{ everyNCalls: 0 }, 'everyNCalls'],
    [{ everyNCalls: -1 }, 'everyNCalls'],
    [{ everyNCalls: 1.5 }, 'everyNCalls'],
    [{ everyNCalls: Number.NaN }, 'everyNCalls'],
    [{ everyNSeconds: 0 }, 'everyNSeconds'],
    [{ everyNSeconds: -5 }, 'everyNSeconds'],
    [{ everyNSeconds: Infinity }, 'everyNSeconds'],
  ] as const;
  for (const [trigger, field] of meaningless) {
    verifies('G6', `${field} of ${Object.values(trigger).join()} is refused by name`, () => {
      expect(() => new FeedbackTrigger(trigger)).toThrow(
        expect.objectContaining({ code: 'GUARDRAIL_INVALID', field }) as Error,
      );
    });
  }

  test.each(['', '  '])('a file named %j is refused', (filename) => {
    expect(() => new FileCreatedTrigger({ filename })).toThrow('name the file to watch for');
  });
});

describe('every so many calls', () => {
  verifies('G6', 'A every 3 and B every 5 keep their own cadence', async () => {
    const run = new GuardedRun({
      providers: [on({ everyNCalls: 3 }), on({ everyNCalls: 5 }, says('B'))],
    });
    expect(await run.calls(10)).toEqual(['3:A', '5:B', '6:A', '9:A', '10:B']);
  });

  const cadences = [
    [1, ['1:A', '2:A', '3:A', '4:A']],
    [2, ['2:A', '4:A']],
    [4, ['4:A']],
    [5, []],
  ] as const;
  for (const [everyNCalls, said] of cadences) {
    verifies('G6', `every ${everyNCalls} of four calls: ${said.length} times`, async () => {
      const run = new GuardedRun({ providers: [on({ everyNCalls })] });
      expect(await run.calls(4)).toEqual(said);
    });
  }

  verifies('G6', 'two providers of one kind do not starve each other', async () => {
    const note = new StaticFeedbackProvider({ feedback: 'note' });
    const run = new GuardedRun({
      providers: [on({ everyNCalls: 2 }, note), on({ everyNCalls: 3 }, note)],
    });
    expect(await run.calls(6)).toEqual([
      '2:Static',
      '3:Static-2',
      '4:Static',
      '6:Static',
      '6:Static-2',
    ]);
  });

  verifies(
    'G6',
    'a provider that did not want to run is asked again at the next call',
    async () => {
      let wants = false;
      const run = new GuardedRun({
        providers: [on({ everyNCalls: 2 }, says('A', { shouldRun: () => wants }))],
      });
      expect(await run.calls(3)).toEqual([]);
      wants = true;
      expect(await run.calls(3)).toEqual(['1:A', '3:A']);
    },
  );
});

describe('every so many seconds', () => {
  verifies('G6', 'counts from the session’s start, not from the first call', async () => {
    const run = new GuardedRun({ providers: [on({ everyNSeconds: 30 })] });
    expect(await run.call()).toEqual([]);
    run.clock.pass(29.999);
    expect(await run.call()).toEqual([]);
    run.clock.pass(0.001);
    expect(await run.call()).toEqual(['A']);
  });

  verifies('G6', 'then from this provider’s last feedback', async () => {
    const run = new GuardedRun({
      providers: [on({ everyNSeconds: 30 }), on({ everyNCalls: 1 }, says('B'))],
    });
    run.clock.pass(40);
    expect(await run.call()).toEqual(['A', 'B']);
    run.clock.pass(29);
    expect(await run.call()).toEqual(['B']);
    run.clock.pass(1);
    expect(await run.call()).toEqual(['A', 'B']);
  });
});

describe('once a file is there', () => {
  const withFile = (trigger: FeedbackTriggerOptions) => {
    const filesystem = new MemoryFilesystem();
    return { filesystem, run: new GuardedRun({ filesystem, providers: [on(trigger)] }) };
  };

  verifies(['G6', 'G7'], 'fires at the call after which the file is first seen', async () => {
    const { run, filesystem } = withFile(onFile('AGENTS.md'));
    expect(await run.calls(2)).toEqual([]);
    await filesystem.write('AGENTS.md', 'rules');
    expect(await run.calls(3)).toEqual(['1:A']);
  });

  verifies('G7', 'a file that was there before fires at the first call', async () => {
    const filesystem = new MemoryFilesystem({ files: { 'AGENTS.md': 'rules' } });
    const run = new GuardedRun({ filesystem, providers: [on(onFile('AGENTS.md'))] });
    expect(await run.calls(3)).toEqual(['1:A']);
  });

  verifies('G7', 'not again when the file is deleted and made anew', async () => {
    const { run, filesystem } = withFile(onFile('AGENTS.md'));
    await filesystem.write('AGENTS.md', '1');
    expect(await run.calls(1)).toEqual(['1:A']);
    await filesystem.remove('AGENTS.md');
    expect(await run.calls(2)).toEqual([]);
    await filesystem.write('AGENTS.md', '2');
    expect(await run.calls(2)).toEqual([]);
  });

  verifies('G7', 'again in another session, and after a reset', async () => {
    const filesystem = new MemoryFilesystem({ files: { f: '' } });
    const providers = [on(onFile('f'))];
    const run = new GuardedRun({ filesystem, providers });
    expect(await run.calls(2)).toEqual(['1:A']);
    expect(await new GuardedRun({ filesystem, providers }).calls(2)).toEqual(['1:A']);
    run.session.reset();
    expect(await run.calls(2)).toEqual(['1:A']);
  });

  verifies('G7', 'not again in another prompt of the same session', async () => {
    const filesystem = new MemoryFilesystem({ files: { f: '' } });
    const providers = [on(onFile('f'))];
    const run = new GuardedRun({ filesystem, providers });
    expect(await run.calls(2)).toEqual(['1:A']);
    const next = new GuardedRun({ filesystem, providers, key: 'next', with: run });
    expect(await next.calls(2)).toEqual([]);
  });

  verifies('G7', 'a restored session has told nothing that came after its snapshot', async () => {
    const { run, filesystem } = withFile(onFile('f'));
    const before = run.session.snapshot();
    await filesystem.write('f', '');
    expect(await run.calls(2)).toEqual(['1:A']);
    const after = run.session.snapshot();
    run.session.restore(before);
    expect(await run.calls(1)).toEqual(['1:A']);
    run.session.restore(after);
    expect(await run.calls(1)).toEqual([]);
  });

  verifies('G7', 'each provider fires for itself, and each file', async () => {
    const filesystem = new MemoryFilesystem({ files: { f: '' } });
    const run = new GuardedRun({
      filesystem,
      providers: [on(onFile('f')), on(onFile('f'), says('B')), on(onFile('g'), says('C'))],
    });
    expect(await run.calls(2)).toEqual(['1:A', '1:B']);
    await filesystem.write('g', '');
    expect(await run.calls(2)).toEqual(['1:C']);
  });

  verifies('G7', 'a cadence that fires first does not use up the file’s turn', async () => {
    const { run, filesystem } = withFile({ everyNCalls: 3, ...onFile('f') });
    expect(await run.calls(4)).toEqual(['3:A']);
    await filesystem.write('f', '');
    // The fifth call, although the cadence would only fire at the sixth.
    expect(await run.calls(1)).toEqual(['1:A']);
    expect(await run.calls(6)).toEqual(['3:A', '6:A']);
  });

  verifies('G7', 'when both hold at once the file is used up too', async () => {
    const { run, filesystem } = withFile({ everyNCalls: 2, ...onFile('f') });
    expect(await run.calls(1)).toEqual([]);
    await filesystem.write('f', '');
    expect(await run.calls(4)).toEqual(['1:A', '3:A']);
  });

  verifies('G7', 'a provider that did not run, or failed, keeps its turn', async () => {
    const filesystem = new MemoryFilesystem({ files: { f: '' } });
    let call = 0;
    const provider = says('A', {
      shouldRun: () => (call += 1) > 1,
      provide: () => {
        if (call === 2) throw new Error('not yet');
        return { summary: 'now' };
      },
    });
    const run = new GuardedRun({ filesystem, providers: [on(onFile('f'), provider)] });
    expect(await run.calls(5)).toEqual(['3:A']);
    expect(run.problems).toMatchObject([{ message: 'Feedback provider A was skipped: not yet' }]);
  });

  verifies('G7', 'without a filesystem never', async () => {
    expect(await new GuardedRun({ providers: [on(onFile('f'))] }).calls(3)).toEqual([]);
  });

  test('a path outside the root is reported, and the cadence goes on', async () => {
    const filesystem = new MemoryFilesystem({ root: '/project' });
    const run = new GuardedRun({
      filesystem,
      providers: [on({ everyNCalls: 2, ...onFile('/etc/passwd') })],
    });
    expect(await run.calls(2)).toEqual(['2:A']);
    expect(run.problems).toHaveLength(2);
    expect(run.problems[0]?.message).toContain('Feedback provider A cannot look for /etc/passwd');
  });
});
