/**
 * A property test finds one counterexample after the other; each is a case of its own, is mended, and gives way to the next.
 */
import type { Family } from '../../family.ts';

const EXAMPLES = [
  '""',
  '" "',
  '"\\u0000"',
  '"İ"',
  '"ß"',
  '"a\\r\\n"',
  '"\\ud800"',
  '"-0"',
  '"1e400"',
  '"+1"',
  '"0x10"',
  '"1_000"',
  '"٣"',
  '"NaN"',
  '"\\t1"',
  '"01"',
];

export const examplesWorkedOff: Family = {
  name: 'h_examples_worked_off',
  what: 'mends what a property test finds, counterexample after counterexample, until none is left',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const name = `${words.noun()}_${words.noun()}`;
    const [file, source] = [`tests/test_${name}.py`, `${words.root}/src/${name}.py`];
    const command = agent.pick([`pytest ${file} -q`, `python -m pytest ${file} -x -q`]);
    agent.prompt(
      `The round-trip property in ${file} finds faults in our parser. Fix them all; do not touch the test.`,
    );
    agent.warmUp(2, 6);
    for (const example of agent.shuffled(EXAMPLES).slice(0, agent.between(9, 16))) {
      agent.shell(command, {
        text: `F [100%]\nE   AssertionError: round trip changed the value\nE   Falsifying example: test_round_trip(\nE       value=${example},\nE   )\nE   You can reproduce this example by adding @reproduce_failure('6.140.2', b'${words.opaque(20)}')\nFAILED ${file}::test_round_trip\n1 failed in ${agent.between(90, 900) / 100}s`,
        exit: 1,
      });
      if (agent.random.chance(0.3)) agent.read(source, words.codeLines(10, 20));
      agent.edit(source, words.codeLines(1, 2), words.codeLines(2, 4));
    }
    agent.shell(command, `. [100%]\n1 passed in ${agent.between(900, 2400) / 100}s`);
    agent.answer('The property holds now; I ran it with the default number of examples.');
  },
};
