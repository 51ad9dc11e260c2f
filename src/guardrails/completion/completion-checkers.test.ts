/** The checkers: each passes finished work, and each names what is missing. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun } from '../../../test/kit/guarded-run.ts';
import {
  CompositeChecker,
  DirtyBitsChecker,
  FileOutputChecker,
  MemoryFilesystem,
  OutputSchemaChecker,
  TaskCompletionResult,
  type DirtyBits,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from '../index.ts';

const contextWith = (more: Partial<TaskCompletionContext> = {}): TaskCompletionContext => ({
  session: new GuardedRun().session,
  tentativeOutput: null,
  ...more,
});

describe('TaskCompletionResult', () => {
  verifies('G11', 'is complete or says what is missing', () => {
    expect(TaskCompletionResult.ok()).toMatchObject({ complete: true, feedback: null });
    expect(TaskCompletionResult.ok('fine')).toMatchObject({ complete: true, feedback: 'fine' });
    expect(TaskCompletionResult.incomplete('no')).toMatchObject({
      complete: false,
      feedback: 'no',
    });
    expect(() =>
      Object.assign(TaskCompletionResult.incomplete('no'), { complete: true }),
    ).toThrow();
  });
});

describe('FileOutputChecker', () => {
  const files = { 'a.md': '', 'out/b.json': '' };
  const checked = (required: readonly string[], more: Partial<TaskCompletionContext> = {}) =>
    new FileOutputChecker({ files: required }).check(
      contextWith({ filesystem: new MemoryFilesystem({ files, root: '/project' }), ...more }),
    );

  verifies('G11', 'is complete when every file exists, however its path is written', async () => {
    const lists = [
      [],
      ['a.md'],
      ['a.md', 'out/b.json'],
      ['./a.md', '/project/out/b.json', 'out/../a.md'],
    ];
    for (const list of lists) expect(await checked(list)).toMatchObject({ complete: true });
  });

  verifies('G11', 'names the missing files, at most three of them', async () => {
    const cases = [
      [['x'], '1 of 1 required files not found: x.'],
      [['a.md', 'x'], '1 of 2 required files not found: x.'],
      [['x', 'y', 'z'], '3 of 3 required files not found: x, y, z.'],
      [['x', 'y', 'z', 'w'], '4 of 4 required files not found: x, y, z and 1 more.'],
      [['a.md', 'v', 'w', 'x', 'y', 'z'], '5 of 6 required files not found: v, w, x and 2 more.'],
    ] as const;
    for (const [list, words] of cases) {
      expect(await checked(list)).toMatchObject({
        complete: false,
        feedback: `${words} Write what is missing before you stop.`,
      });
    }
  });

  test('a very long name is clipped', async () => {
    const { feedback } = await checked(['x'.repeat(4000)]);
    expect(feedback?.length).toBeLessThan(400);
  });

  verifies('G12', 'without a filesystem required files count as missing', async () => {
    for (const filesystem of [null, undefined]) {
      const result = await new FileOutputChecker({ files: ['a.md', 'b', 'c', 'd'] }).check(
        filesystem === undefined ? contextWith() : contextWith({ filesystem }),
      );
      expect(result).toMatchObject({
        complete: false,
        feedback: 'There is no filesystem to verify the required files in: a.md, b, c and 1 more.',
      });
    }
  });

  verifies('G12', 'without a filesystem and without required files it is complete', async () => {
    expect(await checked([], { filesystem: null })).toMatchObject({ complete: true });
  });

  test('an empty name is refused', () => {
    expect(() => new FileOutputChecker({ files: ['a', ''] })).toThrow('files.1 is empty');
  });
});

describe('CompositeChecker', () => {
  const yes = (feedback?: string) => ({ check: () => TaskCompletionResult.ok(feedback) });
  const no = (feedback: string) => ({ check: () => TaskCompletionResult.incomplete(feedback) });
  const broken: TaskCompletionChecker = {
    check: () => {
      throw new Error('broke');
    },
  };
  const composed = (checkers: readonly TaskCompletionChecker[], allMustPass?: boolean) =>
    new CompositeChecker({
      checkers,
      ...(allMustPass === undefined ? {} : { allMustPass }),
    }).check(contextWith());

  verifies('G11', 'all must pass: the first failure is the answer', async () => {
    const cases = [
      [[], true, 'No checkers are configured.'],
      [[yes()], true, null],
      [[yes('a'), yes(), yes('b')], true, 'a b'],
      [[yes('a'), no('b'), no('c')], false, 'b'],
      [[yes('a'), broken], false, 'The completion check failed, so nothing is verified: broke'],
    ] as const;
    for (const [checkers, complete, feedback] of cases) {
      expect(await composed(checkers)).toMatchObject({ complete, feedback });
      expect(await composed(checkers, true)).toMatchObject({ complete, feedback });
    }
  });

  verifies('G11', 'one is enough: the first success is the answer', async () => {
    const cases = [
      [[], true, 'No checkers are configured.'],
      [[no('a'), yes('b'), yes('c')], true, 'b'],
      [[no('a'), no('b')], false, 'a\nb'],
      [[broken, yes('b')], true, 'b'],
    ] as const;
    for (const [checkers, complete, feedback] of cases) {
      expect(await composed(checkers, false)).toMatchObject({ complete, feedback });
    }
  });

  verifies('G11', 'asks in order and no further than needed', async () => {
    const asked = (allMustPass: boolean, results: readonly boolean[]) => {
      const checks = results.map((passes) =>
        vi.fn<() => TaskCompletionResult>(() =>
          passes ? TaskCompletionResult.ok() : TaskCompletionResult.incomplete('no'),
        ),
      );
      return composed(
        checks.map((check) => ({ check })),
        allMustPass,
      ).then(() => checks.map((check) => check.mock.calls.length));
    };
    expect(await asked(true, [true, false, true])).toEqual([1, 1, 0]);
    expect(await asked(true, [true, true, true])).toEqual([1, 1, 1]);
    expect(await asked(false, [false, true, false])).toEqual([1, 1, 0]);
    expect(await asked(false, [false, false, false])).toEqual([1, 1, 1]);
  });

  verifies('G11', 'may be nested, and its checkers may take their time', async () => {
    const later = { check: () => Promise.resolve(TaskCompletionResult.incomplete('later')) };
    const inner = new CompositeChecker({ checkers: [later, yes('in')], allMustPass: false });
    expect(await composed([inner, no('out')])).toMatchObject({ complete: false, feedback: 'out' });
  });
});

describe('DirtyBitsChecker', () => {
  const checked = (bits: DirtyBits, testCommand?: string) =>
    new DirtyBitsChecker({
      read: () => Promise.resolve(bits),
      ...(testCommand === undefined ? {} : { testCommand }),
    }).check();

  test.each([
    [false, false, null, null],
    [true, true, true, null],
    [false, true, true, null],
    [true, false, null, 'Code was changed and not tested. Run the tests'],
    [true, false, true, 'Code was changed and not tested. Run the tests'],
    [true, true, false, 'The tests do not pass. Correct the cause, then: Run the tests'],
    [true, true, null, 'The tests do not pass. Correct the cause, then: Run the tests'],
    [false, true, false, 'The tests do not pass. Correct the cause, then: Run the tests'],
  ])('modified %s, run %s, passing %s: %j', async (codeModified, testsRun, testsPassing, words) => {
    const result = await checked({ codeModified, testsRun, testsPassing });
    expect([result.complete, words === null ? null : result.feedback]).toEqual([
      words === null,
      words,
    ]);
  });

  test('names the command', async () => {
    const bits = { codeModified: true, testsRun: false, testsPassing: null };
    expect((await checked(bits, 'npm test')).feedback).toBe(
      'Code was changed and not tested. Run the tests with: npm test',
    );
  });
});

describe('OutputSchemaChecker', () => {
  const issue = (path: readonly PropertyKey[], message: string) => ({ path, message });
  const checked = (tentativeOutput: unknown) =>
    new OutputSchemaChecker({
      schema: {
        safeParse: (value) =>
          Array.isArray(value)
            ? { success: false, error: { issues: value as ReturnType<typeof issue>[] } }
            : { success: true },
      },
    }).check(contextWith({ tentativeOutput }));

  test('passes what has the shape', () => {
    expect(checked({ title: 'x' })).toMatchObject({ complete: true });
  });

  test.each([
    [[issue([], 'not an object')], 'not an object'],
    [[issue(['items', 2, 'name'], 'Required')], 'items.2.name: Required'],
    [
      ['a', 'b', 'c', 'd', 'e'].map((name) => issue([name], 'bad')),
      'a: bad, b: bad, c: bad and 2 more',
    ],
  ])('names what has not: %j', (issues, words) => {
    expect(checked(issues)).toMatchObject({
      complete: false,
      feedback: `The output does not have the required shape: ${words}. Correct it before you stop.`,
    });
  });
});

test('what is left out or misspelt does not compile', () => {
  // @ts-expect-error files are required
  expect(() => new FileOutputChecker({})).toThrow(TypeError);
  // @ts-expect-error incomplete needs its reason
  expect(TaskCompletionResult.incomplete().complete).toBe(false);
  // @ts-expect-error a result is made by ok() or incomplete()
  expect(new TaskCompletionResult(true, null).complete).toBe(true);
  // @ts-expect-error a checker answers with a result, not with a word
  const wordy: TaskCompletionChecker = { check: () => 'done' };
  expect(wordy.check(contextWith())).toBe('done');
});
