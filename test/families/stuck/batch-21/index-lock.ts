/**
 * A lock file that the agent may not remove keeps git from writing; it adds, commits, stashes and removes the lock in turn.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

export const indexLock: Family = {
  name: 's_index_lock',
  what: 'adds, commits, stashes and deletes a lock in turn; the lock of the repository belongs to somebody else and stays',
  batch: 21,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const lock = `${words.root}/.git/index.lock`;
    const subject = `${words.verb()} the ${words.noun()} ${words.noun()}`;
    const changed = ` M ${words.file()}\n M ${words.file()}`;
    const blocked: Printed = {
      text: `fatal: Unable to create '${lock}': File exists.\n\nAnother git process seems to be running in this repository, e.g.\nan editor opened by 'git commit'. Please make sure all processes\nare terminated then try again. If it still fails, a git process\nmay have crashed in this repository earlier:\nremove the file manually to continue.`,
      exit: 128,
    };
    const kept: Printed = {
      text: `rm: cannot remove '${lock}': Operation not permitted`,
      exit: 1,
    };
    const acts: readonly (readonly [string, () => Printed])[] = [
      ['git add -A', () => blocked],
      [`git commit -m "${subject}"`, () => blocked],
      [`git add -A && git commit -m "${subject}"`, () => blocked],
      ['git stash', () => blocked],
      ['git reset', () => blocked],
      ['rm -f .git/index.lock', () => kept],
      [`rm -f ${lock} && git add -A`, () => kept],
      ['git status --short', () => ({ text: changed })],
      [
        'ls -la .git/index.lock',
        () => ({ text: '-rw-r--r-- 1 root root 0 Nov  3 09:12 .git/index.lock' }),
      ],
      [
        'ps aux | grep [g]it',
        () => ({
          text: `dev  ${agent.between(2000, 90_000)}  0.0  0.1 git-credential-cache--daemon`,
        }),
      ],
    ];
    agent.prompt('Commit what is there with a sensible message.');
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(22, 34, () => {
      const [command, print] = agent.pick(acts);
      agent.shell(command, print(), {
        saying: agent.pick(['', '', 'Let me try again.', 'The lock should be gone now.']),
      });
    });
  },
};
