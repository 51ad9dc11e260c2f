/**
 * What the usual test runners print: noise of durations around what failed and how.
 */
import type { Printed } from './client-manner.ts';
import type { ScriptedAgent } from './scripted-agent.ts';

export type Runner = 'pytest' | 'vitest' | 'go' | 'cargo' | 'gradle';

const RUNNER_OF: Readonly<Record<string, Runner>> = {
  py: 'pytest',
  ts: 'vitest',
  go: 'go',
  rs: 'cargo',
  java: 'gradle',
};

/** What tests code of the language that the run is about. */
export function runnerOf({ words }: ScriptedAgent): Runner {
  return RUNNER_OF[words.extension] ?? 'vitest';
}

export interface Failure {
  readonly test: string;
  readonly at: string;
  readonly message: string;
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** A command that runs a file's tests, or some of them. */
export function testCommand(runner: Runner, target: string, only?: string): string {
  const commands: Readonly<Record<Runner, string>> = {
    pytest: `python -m pytest ${target} -q${only === undefined ? '' : ` -k ${only}`}`,
    vitest: `npx vitest run ${target}${only === undefined ? '' : ` -t ${only}`}`,
    go: `go test ./${target}${only === undefined ? '' : ` -run ${only}`} -count=1`,
    gradle: `./gradlew test --tests '${(only ?? target).replaceAll('/', '.')}'`,
    cargo: `cargo test --package ${target.replaceAll('/', '-')}${only === undefined ? '' : ` ${only}`}`,
  };
  return commands[runner];
}

export function testReport(agent: ScriptedAgent, runner: Runner, outcome: Outcome): Printed {
  const seconds = agent.between(21, 2400) / 100;
  return {
    text: PRINTERS[runner](agent, outcome, seconds),
    exit: outcome.failures.length === 0 ? 0 : 1,
    seconds,
  };
}

type Printer = (agent: ScriptedAgent, outcome: Outcome, seconds: number) => string;

const PRINTERS: Readonly<Record<Runner, Printer>> = {
  pytest: (_, { passed, failures }, seconds) => {
    const dots = '.'.repeat(Math.min(passed, 60)) + 'F'.repeat(failures.length);
    if (failures.length === 0) return `${dots} [100%]\n${passed} passed in ${seconds}s`;
    const parts = failures.map(
      ({ test, at, message }) => `____________ ${test} ____________\n\nE   ${message}\n\n${at}`,
    );
    const lines = failures.map(({ test, at, message }) => `FAILED ${at}::${test} - ${message}`);
    return `${dots} [100%]\n=========== FAILURES ===========\n${parts.join('\n')}\n=========== short test summary info ===========\n${lines.join('\n')}\n${failures.length} failed, ${passed} passed in ${seconds}s`;
  },
  vitest: (agent, { passed, failures }, seconds) => {
    const blocks = failures.map(
      ({ test, at, message }) => ` FAIL  ${test}\nAssertionError: ${message}\n ❯ ${at}`,
    );
    const clock = agent.clock().slice(11, 19);
    const tally =
      failures.length === 0 ? `${passed} passed` : `${failures.length} failed | ${passed} passed`;
    return ` RUN  v3.2.4\n\n${blocks.join('\n\n')}\n\n      Tests  ${tally} (${passed + failures.length})\n   Start at  ${clock}\n   Duration  ${seconds}s (transform ${agent.between(40, 400)}ms, collect ${agent.between(100, 900)}ms)`;
  },
  go: (agent, { failures }, seconds) => {
    if (failures.length === 0)
      return `ok  \tgithub.com/acme/${agent.words.root.slice(-6)}\t${seconds}s`;
    const blocks = failures.map(
      ({ test, at, message }) =>
        `--- FAIL: ${test} (${agent.between(0, 9)}.${agent.between(10, 99)}s)\n    ${at}: ${message}`,
    );
    return `${blocks.join('\n')}\nFAIL\nFAIL\tgithub.com/acme/${agent.words.root.slice(-6)}\t${seconds}s\nFAIL`;
  },
  gradle: (agent, { passed, failures }, seconds) => {
    const blocks = failures.map(
      ({ test, at, message }) =>
        `${test}() FAILED\n    org.opentest4j.AssertionFailedError: ${message}\n        at ${at}`,
    );
    const verdict =
      failures.length === 0
        ? `BUILD SUCCESSFUL in ${seconds}s\n${agent.between(3, 9)} actionable tasks: ${agent.between(1, 3)} executed`
        : `${passed + failures.length} tests completed, ${failures.length} failed\n\nBUILD FAILED in ${seconds}s`;
    return `> Task :compileJava\n> Task :test\n\n${blocks.join('\n\n')}\n\n${verdict}`;
  },
  cargo: (agent, { passed, failures }, seconds) => {
    const compiled = `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${agent.between(1, 40)}.${agent.between(10, 99)}s\n     Running unittests src/lib.rs (target/debug/deps/lib-${agent.words.hex(16)})\n\nrunning ${passed + failures.length} tests`;
    const blocks = failures.map(
      ({ test, at, message }) =>
        `---- ${test} stdout ----\nthread '${test}' panicked at ${at}:\n${message}`,
    );
    const verdict = failures.length === 0 ? 'ok' : 'FAILED';
    return `${compiled}\n\n${blocks.join('\n')}\n\ntest result: ${verdict}. ${passed} passed; ${failures.length} failed; 0 ignored; finished in ${seconds}s`;
  },
};
