import type { Family } from '../family.ts';

export const longRebase: Family = {
  name: 'h_long_rebase',
  what: 'solves one conflict after the other of a long rebase',
  batch: 3,
  play(agent) {
    agent.prompt('Rebase the branch; solve the conflicts.');
    const total = agent.between(9, 18);
    agent.shell('git rebase main', {
      text: `CONFLICT (content): Merge conflict in ${agent.words.file()}\nerror: could not apply ${agent.words.hex(7)}... ${agent.words.sentence()}`,
      exit: 1,
    });
    for (let done = 1; done <= total; done += 1) {
      const path = agent.words.path();
      agent.read(
        path,
        `<<<<<<< HEAD\n${agent.words.codeLines(1, 4)}\n=======\n${agent.words.codeLines(1, 4)}\n>>>>>>> branch`,
      );
      agent.edit(path, agent.words.codeLines(2, 4), agent.words.codeLines(1, 3));
      agent.shell('git add -A', '');
      const text = `CONFLICT (content): Merge conflict in ${agent.words.file()}\nerror: could not apply ${agent.words.hex(7)}... ${agent.words.sentence()}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".`;
      agent.shell(
        'GIT_EDITOR=true git rebase --continue',
        done === total ? 'Successfully rebased and updated refs/heads/branch.' : { text, exit: 1 },
      );
    }
    agent.answer('Rebased.');
  },
};
