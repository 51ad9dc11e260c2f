import type { Family } from '../family.ts';

export const diffReview: Family = {
  name: 'h_diff_review',
  what: 'looks at the difference of one file after the other; many have none',
  batch: 7,
  play(agent) {
    agent.prompt('Review the changes of this branch file by file.');
    const files = Array.from({ length: agent.between(18, 34) }, () => agent.words.file());
    if (agent.random.chance(0.6)) agent.shell('git ls-files src', files.join('\n'));
    for (const file of files) {
      const changed = agent.random.chance(0.45);
      agent.shell(
        `git diff main -- ${file}`,
        changed
          ? `@@ -${agent.between(1, 90)},4 +${agent.between(1, 90)},6 @@\n+${agent.words.codeLines(2, 6)}`
          : '',
      );
      if (changed && agent.random.chance(0.5))
        agent.shell(`git blame -L ${agent.between(1, 40)},+3 ${file}`, agent.words.codeLines(3, 3));
    }
    agent.answer(agent.words.prose(2, 5));
  },
};
