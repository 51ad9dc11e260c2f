/**
 * A push is refused for a secret in an older commit; the agent only ever changes the newest one.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const secretInHistory: Family = {
  name: 's_secret_in_history',
  what: 'amends the newest commit and pushes again and again; the secret that is refused sits in an older one',
  batch: 23,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const branch = `${agent.pick(['feat', 'fix', 'chore'])}/${words.noun()}-${words.noun()}`;
    const old = words.hex(40);
    const file = agent.pick(['config/dev.env', 'docker-compose.override.yml', 'scripts/seed.sh']);
    const kind = agent.pick(['Stripe API Key', 'Slack API Token', 'AWS Access Key ID']);
    const line = agent.between(2, 60);
    const refusal = () =>
      `remote: error: GH013: Repository rule violations found for refs/heads/${branch}.\nremote: - GITHUB PUSH PROTECTION\nremote:     Push cannot contain secrets\nremote:       —— ${kind} ——\nremote:         locations:\nremote:           - commit: ${old}\nremote:             path: ${file}:${line}\nremote: (request ${words.hex(12)})\n ! [remote rejected] ${branch} -> ${branch} (push declined due to repository rule violations)\nerror: failed to push some refs`;
    agent.prompt(`Push ${branch} and open a pull request.`);
    agent.warmUp(2, 8);
    agent.shell(`git push -u origin ${branch}`, { text: refusal(), exit: 1 });
    agent.loopBegins();
    agent.times(11, 16, () => {
      const act = agent.between(0, 3);
      const saying = musing(agent, 'secret');
      if (act === 0) {
        agent.edit(
          `${words.root}/${file}`,
          `${words.noun().toUpperCase()}_KEY=${words.opaque(6)}`,
          `${words.noun().toUpperCase()}_KEY=`,
        );
      } else if (act === 1) {
        agent.shell(`rg -n "sk_|xox|AKIA" ${file}`, { text: '', exit: 1 }, { saying });
      } else if (act === 2) {
        agent.shell(`echo "${file}" >> .gitignore && git add .gitignore`, '', { saying });
      }
      agent.shell(
        'git commit -q --amend --no-edit --allow-empty && git log -1 --format=%h',
        words.hex(7),
      );
      agent.shell(
        agent.pick([
          `git push origin ${branch}`,
          `git push --force-with-lease origin ${branch}`,
          `git push -f origin HEAD`,
        ]),
        { text: refusal(), exit: 1 },
      );
    });
  },
};
