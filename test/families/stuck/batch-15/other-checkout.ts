/**
 * The tests import an installed copy of the package, so whatever is edited in the working tree changes nothing.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { grepExchange } from '../../lookup-manner.ts';
import { musing } from '../../narration.ts';
import { type Runner, runnerOf, testCommand, testReport } from '../../test-report.ts';

export const otherCheckout: Family = {
  name: 's_other_checkout',
  what: 'edits the module in one checkout while the tests run against an installed copy',
  batch: 15,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const [symbol, file] = [words.symbol(), words.file()];
    const path = `${words.root}/${file}`;
    const copies: Readonly<Record<Runner, string>> = {
      pytest: `/usr/local/lib/python3.12/site-packages/${file.slice(4)}`,
      vitest: `../node_modules/@acme/core/dist/${file.slice(4)}`,
      cargo: `/root/.cargo/registry/src/mirror-6f17d22b/core-1.4.2/${file}`,
      gradle: `core-1.4.2-sources.jar!/com/acme/${file.slice(4)}`,
      go: `/root/go/pkg/mod/github.com/acme/core@v1.4.2/${file.slice(4)}`,
    };
    const expected = agent.between(200, 900) / 100;
    const failure = {
      test: `Test${symbol}_rounds`,
      at: `${copies[runner]}:${agent.between(30, 300)}`,
      message: `expected ${expected} but got ${(expected + 0.01).toFixed(2)}`,
    };
    const passed = agent.between(4, 40);
    const test = () =>
      agent.shell(
        testCommand(
          runner,
          agent.pick([file.replace('src', 'tests'), 'tests']),
          agent.pick([undefined, symbol]),
        ),
        testReport(agent, runner, { passed, failures: [failure] }),
        { saying: musing(agent, symbol), tookMs: agent.between(900, 20_000) },
      );
    agent.prompt(`${symbol} rounds the wrong way since last week. Please fix it in ${file}.`);
    agent.warmUp(4, 9);
    test();
    agent.loopBegins();
    agent.times(11, 15, (round) => {
      const before = words.codeLines(1, 4);
      agent.together([editExchange(manner, path, before, words.codeLines(1, 6))], {
        saying: musing(agent, `rounding in ${symbol}`),
      });
      if (agent.random.chance(0.35)) agent.read(path, words.codeLines(12, 40));
      if (agent.random.chance(0.2))
        agent.together([grepExchange(manner, symbol, 'src', `${file}:${round + 31}:${before}`)]);
      if (agent.random.chance(0.25))
        agent.edit(path, words.code(), `  print("DEBUG ${words.noun()}", ${words.noun()})`);
      test();
    });
    agent.answer(
      'The rounding should be right now; the remaining failure seems to be environmental.',
    );
  },
};
