/**
 * A property test fails with another seed and duration each run and shrinks to the same counterexample; the agent changes a constant or a guard, and it stays.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Tool {
  readonly runs: (file: string) => readonly string[];
  readonly report: (agent: ScriptedAgent, file: string, example: string) => string;
}

const hypothesis: Tool = {
  runs: (file) => [
    `pytest ${file} -q`,
    `python -m pytest ${file} -x -q`,
    `pytest -q ${file} -p no:cacheprovider`,
  ],
  report: (agent, file, example) =>
    `F [100%]\nE   AssertionError: round trip changed the value\nE   Falsifying example: test_round_trip(\nE       value=${example},\nE   )\nE   You can reproduce this example by adding @reproduce_failure('6.140.2', b'${agent.words.opaque(20)}')\nFAILED ${file}::test_round_trip\n1 failed in ${agent.between(90, 900) / 100}s`,
};

const fastCheck: Tool = {
  runs: (file) => [`npx vitest run ${file}`, `npx vitest run ${file} --reporter=verbose`],
  report: (agent, file, example) =>
    ` FAIL  ${file} > round trip\nError: Property failed after ${agent.between(1, 60)} tests\n{ seed: ${agent.between(-2e9, 2e9)}, path: "${agent.between(0, 60)}:${agent.between(0, 9)}:${agent.between(0, 9)}", endOnFailure: true }\nCounterexample: [${example}]\nShrunk ${agent.between(2, 30)} time(s)\n   Duration  ${agent.between(300, 3000)}ms`,
};

export const counterexampleReturns: Family = {
  name: 's_counterexample_returns',
  what: 'edits a guard or a constant after each run of a property test that shrinks to the same example under another seed',
  batch: 20,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const [tool, extension] = agent.pick([
      [hypothesis, 'py'],
      [fastCheck, 'ts'],
    ] as const);
    const name = `${words.noun()}_${words.noun()}`;
    const [file, source] = [
      `tests/test_${name}.${extension}`,
      `${words.root}/src/${name}.${extension}`,
    ];
    const example = agent.pick(['"\\u0000"', '"İ"', '-0.0', '[[]]', '{"": ""}']);
    const symbol = words.symbol();
    const variants = [
      `  value = ${symbol}(value)`,
      `  value = ${symbol}(value.strip())`,
      `  value = ${symbol}(value or "")`,
      `  value = ${symbol}(normalise(value))`,
      `  value = ${symbol}(str(value))`,
      `  value = ${symbol}(value, strict=${agent.pick(['true', 'false'])})`,
    ];
    let last = variants[0] ?? '';
    agent.prompt(`The property test in ${file} is red. Fix the code, not the test.`);
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(15, 22, () => {
      const next = agent.pick(variants.filter((variant) => variant !== last));
      agent.edit(source, last, next);
      last = next;
      agent.shell(agent.pick(tool.runs(file)), {
        text: tool.report(agent, file, example),
        exit: 1,
      });
    });
  },
};
