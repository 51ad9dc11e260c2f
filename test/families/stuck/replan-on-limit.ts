import type { Family } from '../family.ts';

/** The plan is written anew after each refusal; the refusal stays. */
export const replanOnLimit: Family = {
  name: 's_replan_on_limit',
  what: 'answers every rate limit with a new plan and the same request',
  batch: 1,
  limit: 20,
  play(agent) {
    const noun = agent.words.noun();
    agent.prompt(`Tag all ${noun}s in the CRM by size.`);
    agent.call(
      'crm_list',
      { kind: noun, page: 1 },
      { items: Array.from({ length: 5 }, () => agent.words.person()), next: 2 },
    );
    agent.loopBegins();
    const plan = agent.pick(['update_plan', 'TodoWrite', 'write_todos']);
    agent.times(10, 16, () => {
      const steps = Array.from({ length: 3 }, () => ({
        content: `${agent.pick(['Carefully', 'First', 'Then', 'Now', 'Finally'])} ${agent.words.verb()} the ${noun}s ${agent.pick(['in smaller groups', 'one by one', 'by page', 'with a pause'])}`,
        status: 'pending',
      }));
      agent.call(plan, { todos: steps }, 'Plan updated.');
      agent.call(
        'crm_list',
        { kind: noun, page: 2, size: agent.pick([5, 10, 20, 50]) },
        {
          status: 429,
          error: {
            code: 'rate_limited',
            message: 'Too many requests',
            request_id: agent.words.hex(16),
          },
          retry_after: agent.between(20, 60),
        },
      );
    });
  },
};
