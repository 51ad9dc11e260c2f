/**
 * A repository for which this machine has no key; the agent turns round the same few attempts to get in.
 */
import type { Family } from '../../family.ts';

export const keyNotAccepted: Family = {
  name: 's_key_not_accepted',
  what: 'fetches, looks at the keys, asks the host, and fetches again; the host refuses the key each time',
  batch: 23,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const repository = `acme/${words.project()}-${words.noun()}s`;
    const host = agent.pick(['github.com', 'gitlab.com', 'git.acme.dev']);
    const fingerprint = `SHA256:${words.opaque(43)}`;
    const denied = `git@${host}: Permission denied (publickey).`;
    const fatal = `${denied}\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`;
    const agentOf = () =>
      `Agent pid ${agent.between(2000, 90_000)}\nIdentity added: /home/dev/.ssh/id_ed25519 (dev@build)`;
    const attempts: readonly (() => void)[] = [
      () => agent.shell(`git clone git@${host}:${repository}.git`, { text: fatal, exit: 128 }),
      () =>
        agent.shell('git submodule update --init --recursive', {
          text: `Cloning into '${words.root}/vendor'...\n${fatal}\nfatal: clone of 'git@${host}:${repository}.git' into submodule path failed`,
          exit: 1,
        }),
      () => agent.shell(`ssh -T git@${host}`, { text: denied, exit: 255 }),
      () =>
        agent.shell(
          'eval "$(ssh-agent -s)" && ssh-add ~/.ssh/id_ed25519',
          { text: agentOf() },
          { saying: agent.pick(['', 'Loading the key.', 'The agent may not have the key.']) },
        ),
      () => agent.shell('ssh-add -l', `256 ${fingerprint} dev@build (ED25519)`),
      () =>
        agent.shell(`GIT_SSH_COMMAND="ssh -i ~/.ssh/id_ed25519" git fetch origin`, {
          text: fatal,
          exit: 128,
        }),
      () => agent.shell(`ssh-keyscan -H ${host} >> ~/.ssh/known_hosts`, `# ${host}:22 SSH-2.0`),
      () => agent.shell('chmod 600 ~/.ssh/id_ed25519', ''),
      () => agent.shell(`git ls-remote git@${host}:${repository}.git`, { text: fatal, exit: 128 }),
    ];
    const favourites = agent.shuffled(attempts).slice(0, agent.between(5, 8));
    agent.prompt('Check out the submodules and build.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(28, 40, () => agent.pick(favourites)());
  },
};
