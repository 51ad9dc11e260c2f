/**
 * CI lacks a secret; the agent triggers it again and again with commits that change nothing.
 */
import type { Family } from '../../family.ts';

const FAILURES = [
  'Error: Input required and not supplied: token',
  'npm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in to the registry',
  'Error: Credentials could not be loaded, please check your action inputs: Could not load credentials from any providers',
  'Error: Username and password required',
];

export const emptyCommits: Family = {
  name: 's_empty_commits',
  what: 'triggers CI with one empty commit after the other; the job fails each time for want of the same secret',
  batch: 21,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const failure = agent.pick(FAILURES);
    const job = agent.pick(['publish', 'deploy', 'release', 'push-image']);
    const pause = agent.pick([45, 60, 90]);
    const messages = [
      'ci: trigger',
      'ci: retry',
      'chore: re-run CI',
      'empty commit',
      'trigger build',
    ];
    agent.prompt(`The ${job} job is red on main. Make it pass.`);
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(10, 16, () => {
      const message = agent.pick(messages);
      const run = agent.between(1e9, 9e9);
      agent.shell(
        `git commit --allow-empty -m "${message}" && git push origin HEAD`,
        `[main ${words.hex(7)}] ${message}\nTo github.com:acme/${words.root.slice(-8)}.git\n   ${words.hex(7)}..${words.hex(7)}  HEAD -> main`,
        { saying: agent.pick(['', 'Triggering it once more.', 'It may have been a hiccup.']) },
      );
      agent.shell(
        `sleep ${pause}; gh run list --limit 1 && gh run view --log-failed | tail -4`,
        {
          text: `completed\tfailure\t${message}\tci\tmain\tpush\t${run}\t${agent.between(31, 58)}s\t${agent.clock()}\n${job}\tUNKNOWN STEP\t${agent.clock()} ${failure}`,
          seconds: pause + 2,
        },
        { tookMs: pause * 1000 + agent.between(900, 4000) },
      );
    });
  },
};
