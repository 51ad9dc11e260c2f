/**
 * One test stays red. The agent goes round the same few guesses (the order of two calls, a longer wait, a flush, taking
 * it back), and the report differs in ids, durations, addresses and line numbers, never in what is wrong.
 */
import { editExchange } from '../client-manner.ts';
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

interface Report {
  readonly agent: ScriptedAgent;
  readonly test: string;
  readonly file: string;
  /** The line of the test that fails. */
  readonly line: number;
  /** Places on the way, `name` and `file:line`. */
  readonly stack: readonly (readonly [string, string])[];
}

interface Runner {
  readonly command: (file: string, test: string) => string;
  readonly file: (noun: string) => string;
  readonly report: (report: Report) => string;
}

function time(agent: ScriptedAgent): string {
  return `${agent.between(0, 9)}.${agent.between(10, 99)}`;
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  ts: {
    command: (file, test) => `npx jest ${file} -t '${test}'`,
    file: (noun) => `test/${noun}.test.ts`,
    report: ({ agent, test, file, line, stack }) =>
      `FAIL ${file} (${time(agent)} s)\n  ● ${test}\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: "settled"\n    Received: "pending"\n\n      job ${agent.words.uuid()}\n${stack.map(([name, place]) => `      at ${name} (${place}:${agent.between(3, 40)})`).join('\n')}\n      at Object.<anonymous> (${file}:${line}:22)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 11 skipped, 12 total\nTime:        ${time(agent)} s`,
  },
  py: {
    command: (file, test) => `pytest ${file}::test_${test.replaceAll(' ', '_')} -x -q`,
    file: (noun) => `tests/test_${noun}.py`,
    report: ({ agent, test, file, line, stack }) =>
      `F                                                                        [100%]\n=================================== FAILURES ===================================\n${stack.map(([name, place]) => `${place}: in ${name}`).join('\n')}\n${file}:${line}: AssertionError\n>       assert job.state == "settled"\nE       AssertionError: assert 'pending' == 'settled'\nE        +  where 'pending' = <Job object at 0x7f${agent.words.hex(10)}>.state\n----------------------------- Captured stderr call -----------------------------\n${agent.clock()} worker ${agent.words.hex(8)} started\n=========================== short test summary info ============================\nFAILED ${file}::test_${test.replaceAll(' ', '_')} - AssertionError: assert 'pending' == 'settled'\n1 failed in ${time(agent)}s`,
  },
  go: {
    command: (file, test) => `go test ./${file} -run 'TestJob/${test.replaceAll(' ', '_')}' -v`,
    file: (noun) => `internal/${noun}`,
    report: ({ agent, test, file, line, stack }) =>
      `=== RUN   TestJob/${test.replaceAll(' ', '_')}\n${stack.map(([name, place]) => `    ${place}: ${name}: goroutine ${agent.between(7, 400)}`).join('\n')}\n    job_test.go:${line}: state of job ${agent.words.hex(12)} = "pending", want "settled"\n--- FAIL: TestJob/${test.replaceAll(' ', '_')} (${time(agent)}s)\nFAIL\nFAIL\texample.com/${file}\t${time(agent)}s`,
  },
  rs: {
    command: (_, test) => `cargo test ${test.replaceAll(' ', '_')}`,
    file: (noun) => `tests/${noun}.rs`,
    report: ({ agent, test, file, line, stack }) =>
      `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${time(agent)}s\n     Running ${file} (target/debug/deps/jobs-${agent.words.hex(16)})\n\nrunning 1 test\ntest ${test.replaceAll(' ', '_')} ... FAILED\n\nthread '${test.replaceAll(' ', '_')}' panicked at ${file}:${line}:5:\nassertion \`left == right\` failed\n  left: Pending\n right: Settled\n${stack.map(([name, place], index) => `   ${index + 2}: ${name}\n             at ./${place}`).join('\n')}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 11 filtered out; finished in ${time(agent)}s`,
  },
  java: {
    command: (file, test) =>
      `./gradlew test --tests '*${file.split('/').at(-1)?.replace('.java', '')}.${test.replaceAll(' ', '_')}'`,
    file: (noun) => `src/test/java/${noun.charAt(0).toUpperCase()}${noun.slice(1)}Test.java`,
    report: ({ agent, test, file, line, stack }) =>
      `> Task :test FAILED\n\n${file.split('/').at(-1)} > ${test.replaceAll(' ', '_')}() FAILED\n    org.opentest4j.AssertionFailedError: job ${agent.words.uuid()} ==> expected: <SETTLED> but was: <PENDING>\n${stack.map(([name, place]) => `        at app.Jobs.${name}(${place})`).join('\n')}\n        at ${file.split('/').at(-1)}:${line}\n\n1 test completed, 1 failed\n\nBUILD FAILED in ${agent.between(3, 19)}s`,
  },
};

/** A reason, and the forms of one line between which the agent goes to and fro. */
const GUESSES = [
  ['The job may not be flushed.', 'settle(job)', 'settle(job, flush)', 'settleNow(job)'],
  ['Perhaps it needs more time.', 'waitFor(job, 100)', 'waitFor(job, 1000)', 'waitFor(job, 5000)'],
  ['The store may be replaced too late.', 'store = newStore()', 'store = fakeStore()'],
  ['The queue is probably not drained.', 'queue.close()', 'queue.drain()', 'queue.drainAll()'],
  ['Let me change the order of the two calls.', 'notify(job), save(job)', 'save(job), notify(job)'],
] as const;

export const sameTestOtherStack: Family = {
  name: 's_same_test_other_stack',
  what: 'edits and runs one red test over and over; ids, durations and stacks differ, the failure does not',
  batch: 12,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const runner = RUNNERS[words.extension];
    if (runner === undefined) throw new Error(`nothing runs tests of ${words.extension}`);
    const [noun, other] = [words.noun(), words.noun()];
    const test = agent.pick([
      `settles a ${noun} after the ${other} closes`,
      `a ${noun} is settled once`,
      `settles the last ${noun} of a ${other}`,
    ]);
    const file = runner.file(noun);
    const line = agent.between(20, 180);
    const source = words.path();
    const places = Array.from({ length: 5 }, () => ({
      name: words.symbol(),
      file: words.file(),
      line: agent.between(20, 240),
    }));
    agent.prompt(
      agent.pick([
        `'${test}' is red since yesterday. Make it green.`,
        `Fix the failing test in ${file}.`,
      ]),
    );
    const [least, most] = agent.pick([
      [1, 8],
      [1, 8],
      [15, 30],
    ] as const);
    agent.warmUp(least, most);
    const fail = () => {
      const first = agent.between(0, 2);
      const stack = places
        .slice(first, first + agent.between(1, 3))
        .map((one) => [one.name, `${one.file}:${one.line + agent.between(0, 4)}`] as const);
      agent.shell(
        runner.command(file, test),
        { text: runner.report({ agent, test, file, line, stack }), exit: 1 },
        { saying: agent.pick(['', 'Running the test.', 'Now it should pass.', 'Let me verify.']) },
      );
    };
    agent.loopBegins();
    fail();
    const now = GUESSES.map(() => 1);
    agent.times(13, 20, () => {
      const guess = agent.between(0, GUESSES.length - 1);
      const [why = '', ...forms]: readonly string[] = GUESSES[guess] ?? [];
      const at = now[guess] ?? 1;
      const next = 1 + ((at - 1 + agent.between(1, forms.length - 1)) % forms.length);
      now[guess] = next;
      if (agent.random.chance(0.2)) agent.read(source, words.codeLines(10, 24));
      agent.together(
        [
          editExchange(
            agent.manner,
            source,
            `    ${forms[at - 1] ?? ''}`,
            `    ${forms[next - 1] ?? ''}`,
          ),
        ],
        { saying: agent.pick(['', '', why, 'Still red.', why]) },
      );
      fail();
    });
  },
};
