/**
 * The pull requests of a stack are rebased, tested and merged one after the other.
 */
import type { Family } from '../../family.ts';

export const stackLanded: Family = {
  name: 'h_stack_landed',
  what: 'rebases one pull request of a stack after the other, waits for its checks, and merges it',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const first = agent.between(300, 900);
    const stack = Array.from({ length: agent.between(4, 8) }, (_, index) => ({
      number: first + index,
      branch: `stack/${words.noun()}-${index + 1}`,
    }));
    agent.prompt(
      `Land the stack of pull requests ${stack.map(({ number }) => `#${number}`).join(', ')} in this order.`,
    );
    for (const { number, branch } of stack) {
      agent.shell(
        `git switch ${branch} && git rebase origin/main`,
        `Successfully rebased and updated refs/heads/${branch}.`,
      );
      agent.shell(
        'git push --force-with-lease',
        `To git.example:us/it.git\n + ${words.hex(7)}...${words.hex(7)} ${branch} -> ${branch} (forced update)`,
      );
      agent.times(2, 6, () => {
        agent.rest(agent.between(30_000, 60_000));
        agent.shell(`gh pr checks ${number}`, {
          text: `build\tpending\t0\thttps://ci.example/${agent.between(10_000, 90_000)}\nlint\tpass\t${agent.between(20, 60)}s`,
          exit: 8,
        });
      });
      agent.shell(
        `gh pr checks ${number}`,
        `build\tpass\t${agent.between(2, 6)}m\nlint\tpass\t31s`,
      );
      agent.shell(
        `gh pr merge ${number} --squash`,
        `✓ Squashed and merged pull request #${number}`,
      );
      agent.shell(
        'git fetch origin',
        `   ${words.hex(7)}..${words.hex(7)}  main       -> origin/main`,
      );
    }
    agent.answer('The stack has landed.');
  },
};
