/**
 * A change is pushed, CI is red, the change is reverted and pushed again in much the same form.
 */
import type { Family } from '../../family.ts';

export const commitAndRevert: Family = {
  name: 's_commit_and_revert',
  what: 'pushes a change, sees the same red job, reverts it, and pushes nearly the same change again',
  batch: 21,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const before = words.codeLines(1, 2);
    const variants = Array.from({ length: agent.between(2, 3) }, () => words.codeLines(1, 3));
    const subjects = Array.from({ length: 3 }, () => `fix(ci): ${words.verb()} ${words.noun()}`);
    const job = agent.pick(['integration', 'e2e', 'test (20)', 'build-linux']);
    const failure = agent.pick([
      `Error: ${words.symbol()}: ${words.noun()} without ${words.noun()}`,
      `AssertionError: expected ${agent.between(1, 40)} to equal ${agent.between(41, 90)}`,
      `Error: Process completed with exit code ${agent.between(1, 9)}.`,
    ]);
    const branch = `fix/${words.noun()}-${words.noun()}`;
    const pushed = () =>
      `To github.com:acme/${words.root.slice(-8)}.git\n   ${words.hex(7)}..${words.hex(7)}  ${branch} -> ${branch}`;
    agent.prompt(`CI is red on ${branch}. Get it green.`);
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(8, 12, () => {
      const subject = agent.pick(subjects);
      const run = agent.between(1e9, 9e9);
      agent.edit(path, before, agent.pick(variants));
      agent.shell(
        `git commit -am "${subject}" && git push`,
        `[${branch} ${words.hex(7)}] ${subject}\n 1 file changed\n${pushed()}`,
      );
      agent.shell(
        'gh run watch --exit-status; gh run view --log-failed | tail -5',
        {
          text: `Run ci (${run}) has already completed with 'failure'\n${job}\tRun tests\t${agent.clock()} ${failure}`,
          exit: 1,
          seconds: agent.between(60, 110),
        },
        { tookMs: agent.between(60_000, 110_000) },
      );
      agent.shell(
        'git revert --no-edit HEAD && git push',
        `[${branch} ${words.hex(7)}] Revert "${subject}"\n 1 file changed\n${pushed()}`,
        { saying: agent.pick(['', 'That did not help; reverting.', 'Back to the last state.']) },
      );
    });
  },
};
