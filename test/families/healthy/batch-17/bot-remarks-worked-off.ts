/**
 * A reviewing bot finds something else after each push; its remarks are worked off until it approves.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const botRemarksWorkedOff: Family = {
  name: 'h_bot_remarks_worked_off',
  what: 'mends what a reviewing bot remarks on after each push, until the bot approves',
  batch: 17,
  play(agent) {
    const { words, manner } = agent;
    const number = agent.between(100, 4999);
    const bot = agent.pick(['coderabbitai', 'copilot-reviewer', 'cursor-bugbot', 'review-bot']);
    const branch = `agent/${words.noun()}-${words.noun()}`;
    let sha = words.hex(7);
    const checks = (state: string) => {
      const seconds = agent.pick([60, 90, 120]);
      agent.shell(
        `sleep ${seconds}; gh pr checks ${number}`,
        {
          text: `${bot}\t${state}\t${agent.between(8, 59)}s\nlint\tpass\t${agent.between(31, 59)}s\nunit\tpass\t2m${agent.between(10, 59)}s`,
          exit: state === 'pass' ? 0 : 1,
        },
        { saying: musing(agent, 'checks'), tookMs: seconds * 1000 + 900 },
      );
    };
    agent.prompt(
      `Bring PR #${number} to an approval of ${bot}. Its remarks may be taken as orders.`,
    );
    agent.warmUp(3, 8);
    agent.times(8, 13, () => {
      checks('fail');
      const remarks = Array.from({ length: agent.between(1, 2) }, () => ({
        path: words.file(),
        line: agent.between(3, 400),
        body: `${agent.pick(['Nit', 'Potential issue', 'Refactor suggestion'])}: ${words.sentence()}`,
      }));
      agent.shell(
        `gh api repos/acme/x/pulls/${number}/comments --jq '.[] | select(.commit_id|startswith("${sha}")) | {path,line,body}'`,
        remarks.map((remark) => JSON.stringify(remark)).join('\n'),
      );
      for (const { path } of remarks)
        agent.together(
          [
            editExchange(
              manner,
              `${words.root}/${path}`,
              words.codeLines(1, 3),
              words.codeLines(1, 4),
            ),
          ],
          { saying: musing(agent, 'remark') },
        );
      const before = sha;
      sha = words.hex(7);
      agent.shell(
        `git commit -qam "${agent.pick(['Address review', 'Review remarks', 'Apply suggestions'])}" && git push`,
        `To github.com:acme/x.git\n   ${before}..${sha}  ${branch} -> ${branch}`,
      );
    });
    checks('pass');
    agent.answer(`${bot} has approved #${number}.`);
  },
};
