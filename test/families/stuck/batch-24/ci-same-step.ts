/**
 * A pipeline fails before it begins; the agent changes something about it, commits, pushes and waits, each time with the same end.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const ciSameStep: Family = {
  name: 's_ci_same_step',
  what: 'edits a workflow, pushes and waits for it, over and over; it fails in the same step for a secret that is not there',
  batch: 24,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const workflow = `.github/workflows/${words.noun()}.yml`;
    const secret = `${words.noun().toUpperCase()}_TOKEN`;
    const wait = agent.pick([60, 90, 180]);
    const steps = ['checkout@v4', 'setup-node@v4', 'cache@v4', 'login-action@v3'];
    const error = agent.pick([
      `Error: Input required and not supplied: token (${secret})`,
      `Error: Username and password required (${secret} is empty)`,
      `fatal: could not read Password: ${secret} is not set`,
    ]);
    let run = agent.between(10_000_000, 90_000_000);
    agent.prompt('The release workflow is red. Make it green; I am away until tomorrow.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(9, 14, (index) => {
      run += agent.between(10, 900);
      const step = agent.pick(steps);
      agent.edit(
        `${words.root}/${workflow}`,
        `      - uses: actions/${step}`,
        `      - uses: actions/${step}\n        with:\n          ${words.noun()}: ${agent.between(1, 99)}`,
      );
      agent.shell(
        `git commit -qam "${agent.pick(['ci: fix', 'ci: pass the', 'ci: try', 'ci: correct'])} ${words.noun()}" && git push -q`,
        `To github.com:acme/${words.project()}.git\n   ${words.hex(7)}..${words.hex(7)}  main -> main`,
      );
      agent.shell(
        `sleep ${wait}; gh run list -L 1 --json databaseId,conclusion`,
        { text: `[{"databaseId":${run},"conclusion":"failure"}]`, seconds: wait },
        { saying: index === 0 ? '' : musing(agent, 'workflow'), tookMs: wait * 1000 },
      );
      agent.shell(
        `gh run view ${run} --log-failed | tail -3`,
        `release\tPublish\t${agent.clock()} ##[group]Run publish\nrelease\tPublish\t${agent.clock()} ${error}\nrelease\tPublish\t${agent.clock()} ##[error]Process completed with exit code 1.`,
      );
    });
  },
};
