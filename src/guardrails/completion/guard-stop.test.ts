/** Stopping: blocked while work is missing, allowed when it is done, and never blocked for ever. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun } from '../../../test/kit/guarded-run.ts';
import {
  Budget,
  CompositeChecker,
  Deadline,
  FileOutputChecker,
  MemoryFilesystem,
  STOP_BLOCKS_MAX,
  TaskCompletionResult,
  decideStop,
  forgetStopBlocks,
  guardStop,
  resolveChecker,
  verifyCompletion,
  type CompletionOutcome,
  type GuardStopAsk,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from '../index.ts';

const output = new FileOutputChecker({ files: ['output.txt'] });
const free = { stop: 'allowed', incomplete: false };
const missing =
  '1 of 1 required files not found: output.txt. Write what is missing before you stop.';

/** A run whose agent must write output.txt. */
const must = (checker: TaskCompletionChecker | null = output) => {
  const filesystem = new MemoryFilesystem();
  const run = new GuardedRun({ filesystem, ...(checker === null ? {} : { checker }) });
  const { session, prompt } = run;
  const ask = { session, prompt, tentativeOutput: 'done' };
  const stop = (more: Partial<GuardStopAsk> = {}) => guardStop({ ...ask, ...more });
  return { run, filesystem, ask, stop };
};

const spentBudget = () => {
  const budget = new Budget({ maxTotalTokens: 10 });
  budget.spend({ inputTokens: 5, outputTokens: 5 });
  return budget;
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the six scenarios of the document', () => {
  verifies('G11', 'task completion blocks an early stop and lists what is missing', async () => {
    expect(await must().stop()).toEqual({ stop: 'blocked', feedback: missing });
  });

  verifies('G11', 'task completion allows a stop when complete', async () => {
    const { stop, filesystem } = must();
    await filesystem.write('output.txt', 'here');
    expect(await stop()).toEqual(free);
  });

  verifies('G12', 'task completion is skipped when the deadline has passed', async () => {
    const { stop, run } = must();
    const { clock } = run;
    const deadline = new Deadline({ expiresAtMs: clock.now() + 1000, clock });
    clock.pass(0.999);
    expect(await stop({ deadline })).toMatchObject({ stop: 'blocked' });
    clock.pass(0.001);
    expect(await stop({ deadline })).toEqual({
      stop: 'allowed',
      incomplete: true,
      why: 'Completion was not checked: the deadline has passed.',
    });
  });

  verifies('G12', 'task completion is skipped when the budget is exhausted', async () => {
    const { stop } = must();
    expect(await stop({ budget: new Budget({ maxTotalTokens: 1 }) })).toMatchObject({
      stop: 'blocked',
    });
    expect(await stop({ budget: spentBudget() })).toEqual({
      stop: 'allowed',
      incomplete: true,
      why: 'Completion was not checked: the budget is spent.',
    });
  });

  verifies('G11', 'a composite checker: all must pass', async () => {
    const other = { check: () => TaskCompletionResult.incomplete('the summary is missing') };
    const { stop, filesystem } = must(new CompositeChecker({ checkers: [output, other] }));
    await filesystem.write('output.txt', 'here');
    expect(await stop()).toEqual({ stop: 'blocked', feedback: 'the summary is missing' });
  });

  verifies('G11', 'without a checker stopping is free', async () => {
    const { stop } = must(null);
    expect(await stop()).toEqual(free);
    expect(await stop({ budget: spentBudget() })).toEqual(free);
  });
});

describe('the checker', () => {
  verifies('G12', 'is not even asked when nothing is left to work with', async () => {
    const check = vi.fn<() => TaskCompletionResult>(() => TaskCompletionResult.ok());
    const { stop, run } = must({ check });
    await stop({ budget: spentBudget() });
    await stop({ deadline: new Deadline({ expiresAtMs: 1, clock: run.clock }) });
    expect(check).not.toHaveBeenCalled();
    await stop();
    expect(check).toHaveBeenCalledOnce();
  });

  verifies('G11', 'sees session, output, files, adapter and reason', async () => {
    const seen: TaskCompletionContext[] = [];
    const { stop, run, filesystem } = must({
      check: (context) => {
        seen.push(context);
        return TaskCompletionResult.ok();
      },
    });
    const adapter = { name: 'codex' };
    await stop({ tentativeOutput: { title: 'x' }, adapter, stopReason: 'end_turn' });
    expect(seen).toEqual([
      {
        session: run.session,
        tentativeOutput: { title: 'x' },
        filesystem,
        adapter,
        stopReason: 'end_turn',
      },
    ]);
  });

  const answers: readonly (readonly [string, () => unknown, string])[] = [
    [
      'throws',
      () => {
        throw new Error('broke');
      },
      'The completion check failed, so nothing is verified: broke',
    ],
    [
      'rejects with no error',
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what others throw is not ours to choose
      () => Promise.reject('odd'),
      'The completion check failed, so nothing is verified: odd',
    ],
    ['answers nothing', () => undefined, 'The completion check gave no answer'],
    ['answers true', () => true, 'The completion check gave no answer'],
    [
      'answers a shape without a verdict',
      () => ({ complete: 'yes' }),
      'The completion check gave no answer',
    ],
    ['is incomplete without a reason', () => ({ complete: false }), 'The task is not complete.'],
    [
      'gives an empty reason',
      () => TaskCompletionResult.incomplete(''),
      'The task is not complete.',
    ],
    ['has its result from another copy', () => ({ complete: false, feedback: 'theirs' }), 'theirs'],
  ];
  for (const [name, check, words] of answers) {
    verifies(['G11', 'G12'], `that ${name} is incomplete`, async () => {
      const decision = await must({ check: check as TaskCompletionChecker['check'] }).stop();
      expect(decision).toMatchObject({ stop: 'blocked' });
      expect('feedback' in decision ? decision.feedback : '').toContain(words);
    });
  }

  verifies('G12', 'that needs files and has none blocks', async () => {
    const run = new GuardedRun({ checker: output });
    const { session, prompt } = run;
    expect(await guardStop({ session, prompt, tentativeOutput: null })).toMatchObject({
      stop: 'blocked',
    });
  });

  test('comes from the prompt and from nowhere else', () => {
    expect(resolveChecker({ prompt: must().run.prompt })).toBe(output);
    expect(resolveChecker({ prompt: must(null).run.prompt })).toBeNull();
  });
});

describe('blocks in a row', () => {
  verifies('G11', 'at most eight, then the stop is allowed and marked incomplete', async () => {
    const { stop } = must();
    const stops: unknown[] = [];
    for (let number = 0; number < 9; number += 1) stops.push((await stop()).stop);
    expect(stops).toEqual([...Array.from({ length: 8 }, () => 'blocked'), 'allowed']);
    // The row is over: the next stop begins another.
    expect(await stop()).toMatchObject({ stop: 'blocked' });
  });

  verifies('G11', 'the number can be chosen, and none blocks never', async () => {
    const { stop } = must();
    expect(await stop({ maxBlocks: 1 })).toMatchObject({ stop: 'blocked' });
    expect(await stop({ maxBlocks: 1 })).toEqual({
      stop: 'allowed',
      incomplete: true,
      why: `Stopped incomplete after 1 blocks in a row. Last reason: ${missing}`,
    });
    expect(await stop({ maxBlocks: 0 })).toMatchObject({ stop: 'allowed', incomplete: true });
  });

  test.each([-1, 0.5, Number.NaN])('a maximum of %d is refused', async (maxBlocks) => {
    await expect(must().stop({ maxBlocks })).rejects.toThrow('maxBlocks must be a whole number');
  });

  test('a restored session does not forget them, a reset one does', async () => {
    const { stop, run } = must();
    const before = run.session.snapshot();
    await stop({ maxBlocks: 1 });
    run.session.restore(before);
    expect(await stop({ maxBlocks: 1 })).toMatchObject({ stop: 'allowed' });
    await stop({ maxBlocks: 1 });
    run.session.reset();
    expect(await stop({ maxBlocks: 1 })).toMatchObject({ stop: 'blocked' });
  });

  test('are counted for each prompt, and end with a new task', async () => {
    const { stop, run } = must();
    const other = new GuardedRun({ checker: output, key: 'other', with: run });
    await stop({ maxBlocks: 1 });
    const { session, prompt } = other;
    const ask = { session, prompt, tentativeOutput: null, maxBlocks: 1 };
    expect(await guardStop(ask)).toMatchObject({ stop: 'blocked' });
    forgetStopBlocks(run.session, run.prompt.name);
    expect(await stop({ maxBlocks: 1 })).toMatchObject({ stop: 'blocked' });
    expect(await guardStop(ask)).toMatchObject({ stop: 'allowed' });
  });

  const incomplete: CompletionOutcome = { kind: 'incomplete', feedback: 'f' };
  const skipped: CompletionOutcome = { kind: 'skipped', because: 'budget' };
  const decisions: readonly (readonly [CompletionOutcome, number, string, number])[] = [
    [incomplete, 0, 'blocked', 1],
    [incomplete, STOP_BLOCKS_MAX - 1, 'blocked', STOP_BLOCKS_MAX],
    [incomplete, STOP_BLOCKS_MAX, 'allowed', 0],
    [incomplete, 1000, 'allowed', 0],
    [incomplete, Number.NaN, 'allowed', 0],
    [{ kind: 'complete', feedback: null }, 5, 'allowed', 0],
    [{ kind: 'unchecked' }, 5, 'allowed', 0],
    [skipped, 5, 'allowed', 0],
  ];
  for (const [outcome, before, stop, after] of decisions) {
    verifies('G11', `the bare decision: ${outcome.kind} after ${before} blocks is ${stop}`, () => {
      const { decision, blocksInARow } = decideStop({ outcome, blocksInARow: before });
      expect([decision.stop, blocksInARow]).toEqual([stop, after]);
    });
  }
});

describe('the final verification', () => {
  verifies('G11', 'warns when the run ended incomplete, and only then', async () => {
    const { ask, filesystem } = must();
    const told: unknown[] = [];
    const report = (problem: unknown) => told.push(problem);
    expect(await verifyCompletion({ ...ask, report })).toEqual({ complete: false, why: missing });
    await filesystem.write('output.txt', 'here');
    expect(await verifyCompletion({ ...ask, report })).toEqual({ complete: true, why: null });
    expect(told).toEqual([
      {
        kind: 'task_incomplete',
        name: 'test:main',
        message: `The run of test:main ended incomplete: ${missing}`,
      },
    ]);
  });

  test('without a checker there is nothing to warn of', async () => {
    expect(await verifyCompletion(must(null).ask)).toEqual({ complete: true, why: null });
  });

  test('says when nothing was checked, as a warning of the process', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const why = 'Completion was not checked: the budget is spent.';
    const verified = await verifyCompletion({ ...must().ask, budget: spentBudget() });
    expect(verified).toEqual({ complete: false, why });
    expect(warned).toHaveBeenCalledOnce();
  });
});
