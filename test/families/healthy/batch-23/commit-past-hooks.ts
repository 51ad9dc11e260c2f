/**
 * A strict repository: most commits are refused by a hook at first, each time for something else.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function remark(agent: ScriptedAgent, file: string): string {
  const { words } = agent;
  const at = `${file}:${agent.between(1, 300)}:${agent.between(1, 80)}`;
  return agent.pick([
    `✖   subject must not be sentence-case [subject-case]\n✖   found 1 problems, 0 warnings`,
    `${at}  error  '${words.noun()}' is defined but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)`,
    `${at} - error TS2339: Property '${words.noun()}' does not exist on type '${words.symbol()}'.`,
    `[warn] ${file}\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.`,
    `cspell: ${at} - Unknown word (${words.noun()}${words.noun()})`,
    `✖   body's lines must not be longer than 100 characters [body-max-line-length]`,
  ]);
}

export const commitPastHooks: Family = {
  name: 'h_commit_past_hooks',
  what: 'commits change after change; a hook refuses most at first, for another reason each time, and then lets them in',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const commits = agent.between(9, 16);
    agent.prompt(`Split the working tree into ${commits} commits. The hooks must stay on.`);
    agent.shell('git status --short | wc -l', String(commits + agent.between(1, 9)));
    for (let done = 0; done < commits; done += 1) {
      const file = words.file();
      const subject = `${agent.pick(['feat', 'fix', 'refactor'])}: ${words.verb()} ${words.noun()}s of a ${words.noun()}`;
      agent.shell(`git add ${file}`, '');
      agent.times(0, 3, () => {
        agent.shell(`git commit -m "${subject}"`, {
          text: `husky - pre-commit script failed (code 1)\n${remark(agent, file)}`,
          exit: 1,
        });
        agent.edit(`${words.root}/${file}`, words.codeLines(1, 2), words.codeLines(1, 2));
        agent.shell(`git add ${file}`, '');
      });
      agent.shell(
        `git commit -m "${subject}"`,
        `[main ${words.hex(7)}] ${subject}\n 1 file changed, ${agent.between(2, 90)} insertions(+), ${agent.between(1, 40)} deletions(-)`,
      );
    }
    agent.shell('git status --short | wc -l', '0');
    agent.answer(`${commits} commits are in, all through the hooks.`);
  },
};
