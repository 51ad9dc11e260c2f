/**
 * A plan that is written anew after almost every step, because the work teaches something; and the work goes on.
 */
import type { Family } from '../../family.ts';
import { planExchange, type PlanStep } from '../../lookup-manner.ts';

export const planAmended: Family = {
  name: 'h_plan_amended',
  what: 'rewords, reorders and extends its plan again and again, with work between, until all of it is done',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const step = () => `${words.verb()} the ${words.noun()} ${words.noun()}`;
    const done: string[] = [];
    let ahead = Array.from({ length: agent.between(5, 9) }, step);
    const plan = () => {
      const steps: PlanStep[] = [
        ...done.map((name) => ({ step: name, status: 'completed' as const })),
        ...ahead.map((name, index) => ({
          step: name,
          status: index === 0 ? ('in_progress' as const) : ('pending' as const),
        })),
      ];
      agent.together([planExchange(agent.manner, steps)], {
        saying: agent.pick(['', 'Let me refine the plan.', 'The plan needs one more step.']),
      });
    };
    let added = agent.between(3, 8);
    agent.prompt(`Build the ${words.noun()} export.`);
    agent.warmUp(0, 3);
    plan();
    while (ahead.length > 0) {
      agent.times(1, 3, () => {
        const path = words.path();
        if (agent.random.chance(0.5)) agent.read(path, words.codeLines(6, 18));
        agent.edit(path, words.codeLines(1, 3), words.codeLines(2, 6));
      });
      if (agent.random.chance(0.6))
        agent.shell('make -s test', `${agent.between(20, 90) + done.length * 4} passed`);
      const [now = '', ...later] = ahead;
      done.push(now);
      ahead = agent.random.chance(0.4) ? agent.shuffled(later) : later;
      if (added > 0 && agent.random.chance(0.5)) {
        ahead = [...ahead, step()];
        added -= 1;
      }
      plan();
      if (agent.random.chance(0.2)) plan();
    }
    agent.answer(`The export is there; ${done.length} steps in all.`);
  },
};
