/**
 * A workflow can only be tried by pushing: push, wait with a look that fails while pending, read the log, mend the next thing.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const PROBLEMS: readonly ((agent: ScriptedAgent) => string)[] = [
  ({ words }) => `Error: Input required and not supplied: ${words.noun()}-token`,
  ({ words }) =>
    `/home/runner/work/_temp/${words.uuid()}.sh: line 3: ${words.verb()}ctl: command not found`,
  ({ words }) =>
    `Error: Unable to resolve action \`actions/${words.noun()}@v9\`, unable to find version \`v9\``,
  ({ words }) => `Error: Resource not accessible by integration (${words.noun()}s: write)`,
  () => 'npm error The `npm ci` command can only install with an existing package-lock.json',
  ({ words }) => `tar: ${words.noun()}.tar.gz: Cannot open: No such file or directory`,
  ({ words }) => `Error: Process completed with exit code 137. (step ${words.verb()})`,
  ({ words }) =>
    `ERROR: failed to push ghcr.io/${words.project()}/app: denied: permission_denied: write_package`,
];

export const redInCiOnly: Family = {
  name: 'h_red_in_ci_only',
  what: 'pushes, waits and mends a pipeline that can only be tried on the server; it fails at another step each time',
  batch: 19,
  play(agent) {
    const { words } = agent;
    const branch = `ci/${words.noun()}-release`;
    const path = `${words.root}/.github/workflows/release.yml`;
    const number = agent.between(20, 4000);
    const look = () => `gh pr checks ${number}`;
    const row = (state: string, time: string) =>
      `release\t${state}\t${time}\thttps://github.com/acme/app/actions/runs/${agent.between(1e9, 9e9)}`;
    const wait = () =>
      agent.times(2, 6, () => {
        agent.shell(
          `sleep 40; ${look()}`,
          { text: row('pending', '0'), exit: 8, seconds: 41.2 },
          { tookMs: 41_200 },
        );
      });
    agent.prompt('Get the release workflow of the pull request green. It runs on GitHub only.');
    agent.read(path, words.prose(3, 6).replaceAll('. ', '\n'));
    for (const problem of agent.shuffled(PROBLEMS).slice(0, agent.between(4, 8))) {
      wait();
      agent.shell(look(), {
        text: row('fail', `${agent.between(1, 6)}m${agent.between(10, 59)}s`),
        exit: 1,
      });
      agent.shell(
        `gh run view --log-failed --branch ${branch} | tail -3`,
        `release\t${problem(agent)}\nrelease\t##[error]Process completed with exit code 1.`,
      );
      agent.edit(
        path,
        `${words.noun()}: ${words.noun()}`,
        `${words.noun()}: ${words.verb()}-${words.noun()}`,
      );
      agent.shell(`git commit -qam "Fix the release workflow" && git push -q origin ${branch}`, '');
    }
    wait();
    agent.shell(look(), row('pass', '6m12s'));
    agent.answer('The release workflow is green.');
  },
};
