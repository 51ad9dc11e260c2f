/**
 * Many subagents at once or in waves, one for each module, whose reports are short and much alike.
 */
import { delegation } from '../delegation.ts';
import type { Family } from '../family.ts';

export const manyReviewers: Family = {
  name: 'h_many_reviewers',
  what: 'sends a reviewer to each module, in waves; most find nothing',
  batch: 13,
  play(agent) {
    const { words } = agent;
    const question = agent.pick([
      'missing input validation',
      'unclosed handles',
      'secrets in logs',
    ]);
    const modules = [
      ...new Set(
        Array.from({ length: agent.between(24, 40) }, () => `src/${words.noun()}_${words.noun()}`),
      ),
    ];
    agent.prompt(`Review every module for ${question}, with one subagent each.`);
    agent.shell('ls -d src/*', modules.join('\n'));
    const wave = agent.pick([1, 4, 8]);
    for (let from = 0; from < modules.length; from += wave) {
      agent.together(
        modules.slice(from, from + wave).map((module) =>
          delegation(agent.manner, {
            title: `Review ${module}`,
            brief: `Review ${module} for ${question}. Report each finding with its line, or say that there is none.`,
            role: 'reviewer',
            report: agent.random.chance(0.75)
              ? agent.pick([
                  `No findings in ${module}.`,
                  'No issues found.',
                  `${module}: nothing to report.`,
                ])
              : `${module}: line ${agent.between(3, 400)}, ${words.sentence()}`,
            id: words.opaque(10),
            tokens: agent.between(2000, 60_000),
            ms: agent.between(8000, 90_000),
          }),
        ),
        { tookMs: agent.between(8000, 60_000), saying: agent.pick(['', 'Next wave.']) },
      );
    }
    agent.answer('All modules are reviewed. The findings are listed above.');
  },
};
