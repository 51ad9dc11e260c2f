/**
 * One repair is carried to every release branch: the same edit and the same test, each time in another tree.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const backports: Family = {
  name: 'h_backports',
  what: 'carries one repair to each release branch with the same few commands',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const [symbol, file] = [words.symbol(), words.file()];
    const expected = agent.between(200, 900) / 100;
    const failure = {
      test: `Test${symbol}_rounds`,
      at: `${file}:${agent.between(30, 300)}`,
      message: `expected ${expected} but got ${(expected + 0.01).toFixed(2)}`,
    };
    const [before, after] = [words.code(), words.codeLines(1, 3)];
    const command = testCommand(runner, file.replace('src', 'tests'), symbol);
    agent.prompt(`Port the rounding fix in ${symbol} to all supported release branches.`);
    agent.warmUp(2, 5);
    const minor = agent.between(3, 30);
    agent.times(6, 9, (index) => {
      const branch = `release/4.${minor + index}`;
      agent.shell(
        `git switch ${branch} && git pull --ff-only`,
        `Switched to branch '${branch}'\nUpdating ${words.hex(7)}..${words.hex(7)}\n ${agent.between(1, 80)} files changed`,
        { saying: musing(agent, branch) },
      );
      agent.together([editExchange(manner, `${words.root}/${file}`, before, after)]);
      const passed = 40 + index * agent.between(1, 6);
      if (agent.random.chance(0.35)) {
        agent.shell(command, testReport(agent, runner, { passed, failures: [failure] }), {
          saying: musing(agent, 'older helper on this branch'),
        });
        agent.read(`${words.root}/${file}`, words.codeLines(12, 30));
        agent.edit(`${words.root}/${file}`, words.code(), words.codeLines(1, 3));
      }
      agent.shell(command, testReport(agent, runner, { passed, failures: [] }), {
        tookMs: agent.between(900, 20_000),
      });
      agent.shell(
        `git commit -qam "Round ${symbol} half even" && git push origin HEAD`,
        `To github.com:acme/core.git\n   ${words.hex(7)}..${words.hex(7)}  HEAD -> ${branch}`,
      );
    });
    agent.answer('All release branches have the fix.');
  },
};
