/**
 * The findings of a scanner are read one by one in the code; nearly all are false and dismissed for the same reason.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const findingsDismissed: Family = {
  name: 'h_findings_dismissed',
  what: 'looks at one finding of a scanner after the other and dismisses nearly all in the same words',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const rule = agent.pick([
      'js/sql-injection',
      'py/path-injection',
      'go/log-injection',
      'CWE-79',
    ]);
    const first = agent.between(100, 900);
    const count = agent.between(16, 28);
    agent.prompt(
      `Triage the open ${rule} alerts of acme/x, numbers ${first} to ${first + count - 1}. Dismiss what is not reachable.`,
    );
    agent.warmUp(2, 5);
    for (let index = 0; index < count; index += 1) {
      const number = first + index;
      const [file, line] = [words.file(), agent.between(20, 400)];
      agent.shell(
        `gh api repos/acme/x/code-scanning/alerts/${number} --jq '[.rule.id,.most_recent_instance.location.path,.most_recent_instance.location.start_line]|@tsv'`,
        `${rule}\t${file}\t${line}`,
        { saying: musing(agent, `alert ${number}`) },
      );
      agent.shell(`sed -n '${line - 3},${line + 3}p' ${file}`, words.codeLines(3, 7));
      const isReal = agent.random.chance(0.08);
      if (isReal) agent.edit(`${words.root}/${file}`, words.code(), words.codeLines(1, 2));
      else
        agent.shell(
          `gh api -X PATCH repos/acme/x/code-scanning/alerts/${number} -f state=dismissed -f dismissed_reason="false positive" -f dismissed_comment="Input is constant; not reachable."`,
          '{"state":"dismissed","dismissed_reason":"false positive"}',
        );
    }
    agent.answer('The alerts are triaged.');
  },
};
