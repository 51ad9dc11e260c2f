/**
 * A result is handed in and handed back because it does not fit the schema; it is sent again with a comma moved.
 */
import type { Family } from '../family.ts';

export const notTheSchema: Family = {
  name: 's_not_the_schema',
  what: 'hands in its result again and again; it is refused for the same reason',
  batch: 14,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const field = words.noun();
    const [tool, refusal] = agent.pick([
      [
        'submit_result',
        () => ({
          accepted: false,
          errors: [{ path: `$.${field}.amount`, message: 'must be integer' }],
        }),
      ],
      [
        'StructuredOutput',
        () => `Output does not match required schema: root: must have required property '${field}'`,
      ],
      [
        'final_answer',
        () => ({
          status: 'rejected',
          reason: `"${field}" is not one of ["low","mid","high"]`,
          attempt: agent.between(2, 90),
        }),
      ],
    ] as const);
    agent.prompt('Extract the figures and hand them in.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(14, 24, () =>
      agent.call(
        tool,
        {
          [agent.pick([field, `${field}s`])]: {
            amount: agent.pick(['12.50', '12,50', 12.5, '12.5 EUR']),
            note: agent.pick([words.sentence(), words.noun(), '']),
          },
        },
        refusal(),
      ),
    );
  },
};
