/**
 * A merge with many conflicts, resolved file by file; the number of unmerged files falls.
 */
import type { Family } from '../../family.ts';

export const conflictsResolved: Family = {
  name: 'h_conflicts_resolved',
  what: 'resolves a merge file by file with the same few commands; one unmerged file less each time',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const branch = agent.pick(['main', 'develop', `release/${agent.between(2, 9)}.x`]);
    const files = [...new Set(Array.from({ length: agent.between(10, 22) }, () => words.file()))];
    const counts = agent.random.chance(0.5);
    agent.prompt(`Merge ${branch} into this branch and resolve the conflicts.`);
    agent.warmUp(0, 4);
    agent.shell(`git merge origin/${branch}`, {
      text: `${files.map((file) => `Auto-merging ${file}\nCONFLICT (content): Merge conflict in ${file}`).join('\n')}\nAutomatic merge failed; fix conflicts and then commit the result.`,
      exit: 1,
    });
    for (const [index, file] of files.entries()) {
      const [ours, theirs] = [words.codeLines(1, 3), words.codeLines(1, 3)];
      const block = `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> origin/${branch}`;
      agent.read(
        `${words.root}/${file}`,
        `${words.codeLines(3, 9)}\n${block}\n${words.codeLines(2, 8)}`,
      );
      agent.edit(
        `${words.root}/${file}`,
        block,
        agent.pick([ours, theirs, `${ours}\n${theirs}`, words.codeLines(2, 3)]),
      );
      const left = files.slice(index + 1);
      if (counts)
        agent.shell(
          `git add ${file} && git diff --name-only --diff-filter=U | wc -l`,
          String(left.length),
        );
      else
        agent.shell(
          `git add ${file} && git diff --name-only --diff-filter=U`,
          left.slice(0, 12).join('\n'),
        );
    }
    agent.shell('make -s test', `${agent.between(90, 800)} passed`);
    agent.shell('git commit --no-edit', `[feature ${words.hex(7)}] Merge branch '${branch}'`);
    agent.answer(`${branch} is merged; ${files.length} files had conflicts.`);
  },
};
