/**
 * A bot regenerates the file after each push and takes the agent's change out again; the check then asks for the change.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const botPushesBack: Family = {
  name: 's_bot_pushes_back',
  what: 'puts a change into a file that a bot regenerates without it after each push',
  batch: 17,
  limit: 26,
  play(agent) {
    const { words, manner } = agent;
    const number = agent.between(100, 4999);
    const branch = `agent/${words.noun()}-${words.noun()}`;
    const entry = `${words.noun()}_${words.noun()}`;
    const file = agent.pick([
      'CODEOWNERS',
      'docs/flags.md',
      'charts/values.schema.json',
      'api.lock',
    ]);
    const bot = agent.pick(['autofix-ci[bot]', 'repo-tidy[bot]', 'schema-sync[bot]', 'docs-bot']);
    const check = agent.pick(['consistency', 'flags-listed', 'schema-complete', 'policy / listed']);
    const complaint = `${check}: "${entry}" is used in ${words.file()} but not listed in ${file}`;
    agent.prompt(`Check "${check}" is red on PR #${number}. Mend it and bring the PR to green.`);
    agent.warmUp(4, 10);
    agent.loopBegins();
    agent.times(10, 14, () => {
      agent.together(
        [
          editExchange(
            manner,
            `${words.root}/${file}`,
            words.code(),
            `- ${entry}: ${words.noun()}`,
          ),
        ],
        { saying: musing(agent, entry) },
      );
      const [before, after] = [words.hex(7), words.hex(7)];
      agent.shell(
        `git commit -qam "${agent.pick(['List', 'Add', 'Restore', 'Re-add', 'Keep'])} ${entry} in ${file}" && git push`,
        `To github.com:acme/x.git\n   ${before}..${after}  ${branch} -> ${branch}`,
      );
      const seconds = agent.pick([30, 45, 60, 90]);
      agent.shell(
        `sleep ${seconds}; gh pr checks ${number}`,
        {
          text: `${check}\tfail\t${agent.between(8, 29)}s\thttps://github.com/acme/x/actions/runs/${agent.between(1e9, 9e9)}\nlint\tpass\t${agent.between(31, 59)}s\nunit\tpass\t2m${agent.between(10, 59)}s`,
          exit: 1,
        },
        { saying: musing(agent, check), tookMs: seconds * 1000 + 900 },
      );
      if (agent.random.chance(0.5))
        agent.shell(
          `gh run view ${agent.between(1e9, 9e9)} --log-failed | tail -${agent.pick([5, 20, 40])}`,
          `${agent.clock()} ${complaint}\n${agent.clock()} ##[error]Process completed with exit code 1.`,
        );
      agent.shell(
        'git pull --ff-only && git log -1 --format="%an: %s" --stat',
        `Updating ${after}..${words.hex(7)}\nFast-forward\n${bot}: chore: regenerate ${file}\n ${file} | 1 -\n 1 file changed, 1 deletion(-)`,
        { saying: musing(agent, file) },
      );
      if (agent.random.chance(0.25)) agent.shell(`grep -n ${entry} ${file}`, { text: '', exit: 1 });
    });
  },
};
