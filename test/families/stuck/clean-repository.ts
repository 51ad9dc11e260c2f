import type { Family } from '../family.ts';

/** Everything was committed long ago; the agent keeps making sure. */
export const cleanRepository: Family = {
  name: 's_clean_repository',
  what: 'asks git in ever other ways whether anything is left to commit',
  batch: 2,
  limit: 14,
  play(agent) {
    agent.prompt(`Fix the typo in ${agent.words.file()} and commit it.`);
    agent.warmUp(2, 5);
    const hash = agent.words.hex(7);
    agent.shell(
      'git commit -am "Fix typo"',
      `[main ${hash}] Fix typo\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
    );
    agent.loopBegins();
    const clean = 'On branch main\nnothing to commit, working tree clean';
    const looks = [
      ['git status', clean],
      ['git status --short', ''],
      ['git diff', ''],
      ['git diff --stat', ''],
      ['git diff --cached', ''],
      ['git log -1 --oneline', `${hash} Fix typo`],
      ['git status -sb', '## main'],
      ['git commit -am "Fix typo"', clean],
      ['git show --stat HEAD', `commit ${hash}\n    Fix typo\n 1 file changed`],
    ] as const;
    agent.times(22, 34, () => {
      const [command, text] = agent.pick(looks);
      agent.shell(command, command.startsWith('git commit') ? { text, exit: 1 } : text);
    });
  },
};
