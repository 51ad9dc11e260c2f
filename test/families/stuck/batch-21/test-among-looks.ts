/**
 * One red test is run again and again between looks at the same few files; nothing is ever changed.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const testAmongLooks: Family = {
  name: 's_test_among_looks',
  what: 'runs one red test over and over, and reads and greps the same few files in between; no line is ever changed',
  batch: 21,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const file = words.file();
    const symbol = words.symbol();
    const files = Array.from({ length: agent.between(3, 5) }, () => ({
      path: words.path(),
      text: words.codeLines(8, 24),
    }));
    const hits = files.map(({ path }) => `${path}:${agent.between(1, 300)}:${words.code()}`);
    const log = words.prose(3, 3).replaceAll('. ', '.\n');
    const failure = {
      test: `${symbol}_keeps_order`,
      at: `${file}:${agent.between(20, 300)}`,
      message: `expected ${agent.between(2, 90)} to be ${agent.between(91, 200)}`,
    };
    const passed = agent.between(12, 80);
    const look = () => {
      const act = agent.between(0, 5);
      const saying = musing(agent, symbol);
      const { path, text } = agent.pick(files);
      if (act < 3) agent.read(path, text, { saying });
      else if (act === 3) agent.shell(`rg -n ${symbol}`, hits.join('\n'), { saying });
      else if (act === 4) agent.shell(`git log -3 --format=%s -- ${file}`, log, { saying });
      else agent.shell('git status --short', '', { saying });
    };
    agent.prompt(`${failure.test} is red since yesterday. Please fix it.`);
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(10, 15, () => {
      agent.shell(
        testCommand(runner, file, failure.test),
        testReport(agent, runner, { passed, failures: [failure] }),
        { saying: agent.pick(['', 'Let me run it again.', 'Checking the test once more.']) },
      );
      agent.times(1, 3, look);
    });
  },
};
