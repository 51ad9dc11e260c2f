/**
 * Where a line came from: blame, the commit, blame of its parent, and so on through reformattings.
 */
import type { Family } from '../../family.ts';

export const blameWalk: Family = {
  name: 'h_blame_walk',
  what: 'follows a line through history by blaming it in the parent of each commit that only moved it',
  batch: 23,
  play(agent) {
    const { words } = agent;
    let file = words.file();
    let commit = words.hex(8);
    let line = agent.between(40, 400);
    let year = 2026;
    const code = words.code();
    agent.prompt(`Why does ${file} line ${line} say what it says? Who decided it, and when?`);
    agent.warmUp(0, 4);
    agent.times(9, 20, () => {
      const subject = agent.pick([
        'Reformat with prettier',
        `Move ${words.noun()} to ${words.noun()}`,
        'Rename files',
        'Fix lint',
        `Merge branch 'main' into ${words.noun()}`,
        'Convert tabs to spaces',
      ]);
      const author = words.person();
      const asked = `git blame -L ${line},${line} ${commit}^ -- ${file}`;
      commit = words.hex(8);
      const day = `${year}-0${agent.between(1, 9)}-2${agent.between(0, 8)}`;
      agent.shell(
        asked,
        `${commit} (${author} ${day} 1${agent.between(0, 9)}:0${agent.between(0, 9)}:11 +0200 ${line}) ${code}`,
      );
      agent.shell(
        `git show --stat --format="%h %an %as %s" ${commit}`,
        `${commit} ${author} ${day} ${subject}\n\n ${file} | ${agent.between(2, 900)} ++--\n ${agent.between(1, 300)} files changed`,
        { saying: agent.pick(['', 'Only a move.', 'Formatting; one further back.']) },
      );
      line = Math.max(3, line + agent.between(-30, 20));
      if (agent.random.chance(0.3)) {
        const newer = file;
        file = words.file();
        agent.shell(
          `git log --follow --name-status -1 --format=%h ${commit} | tail -1`,
          `R09${agent.between(0, 9)}\t${file}\t${newer}`,
        );
      }
      if (agent.random.chance(0.4)) year -= 1;
    });
    agent.shell(`git show ${words.hex(8)}`, `${words.prose(2, 4)}\n\n+${code}`);
    agent.answer(`It is from ${year}: ${words.sentence()}`);
  },
};
