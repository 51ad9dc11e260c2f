/**
 * Many pull requests are reviewed by sub-agents with one template of a brief; each report is about another change, and
 * the review is posted before the next one begins.
 */
import { delegation } from '../delegation.ts';
import type { Family } from '../family.ts';

export const reviewerPerChange: Family = {
  name: 'h_reviewer_per_change',
  what: 'sends a sub-agent with the same template of a brief to one pull request after the other, and posts each review',
  batch: 12,
  play(agent) {
    const { words } = agent;
    let number = agent.between(200, 4000);
    const changes = Array.from({ length: agent.between(11, 18) }, () => {
      number += agent.between(1, 9);
      return { number, title: `${words.verb()} the ${words.noun()} of each ${words.noun()}` };
    });
    agent.prompt(
      'Review the open pull requests, one sub-agent for each, with our usual checklist. Post the reviews.',
    );
    agent.shell(
      'gh pr list --limit 30',
      changes.map((one) => `${one.number}\t${one.title}\tOPEN`).join('\n'),
    );
    for (const change of changes) {
      const finding = () =>
        agent.pick([
          `${words.file()}:${agent.between(5, 400)}: ${words.symbol()} is called before the ${words.noun()} is checked.`,
          `No test covers an empty ${words.noun()} in ${words.symbol()}.`,
          `The name ${words.symbol()} is misleading; it also ${words.verb()}s the ${words.noun()}.`,
          `${words.file()}:${agent.between(5, 400)}: the error of ${words.symbol()} is swallowed.`,
        ]);
      const findings = Array.from({ length: agent.between(0, 4) }, finding);
      const report =
        findings.length === 0
          ? `PR ${change.number}: nothing to object to. Tests cover the change, no schema change, docs are up to date.`
          : `PR ${change.number}: ${findings.length} finding(s).\n${findings.map((one) => `- ${one}`).join('\n')}`;
      const ms = agent.between(30_000, 240_000);
      agent.together(
        [
          delegation(agent.manner, {
            title: `Review PR ${change.number}`,
            brief: `Review pull request ${change.number} ("${change.title}"). Check: correctness, tests, naming, error handling, documentation, migrations. Read the whole diff with gh pr diff ${change.number}. Return a list of findings with file and line, or say that there are none. Do not change anything.`,
            role: agent.pick(['code-reviewer', 'code-reviewer', 'reviewer']),
            report,
            id: words.hex(12),
            tokens: agent.between(20_000, 90_000),
            ms,
          }),
        ],
        { tookMs: ms, saying: agent.pick(['', '', `PR ${change.number} next.`]) },
      );
      agent.shell(
        findings.length === 0
          ? `gh pr review ${change.number} --approve`
          : `gh pr review ${change.number} --request-changes --body ${JSON.stringify(report)}`,
        agent.pick(['', `✓ Reviewed pull request #${change.number}`]),
      );
    }
    agent.answer(`All ${changes.length} pull requests are reviewed.`);
  },
};
