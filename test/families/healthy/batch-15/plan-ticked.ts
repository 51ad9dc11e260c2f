/**
 * A long plan is kept with care: ticked after each step, sometimes reworded or lengthened, and worked off.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { planExchange, type PlanStep } from '../../lookup-manner.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

const VERBS = [
  'Analyse',
  'Extract',
  'Move',
  'Review',
  'Rename',
  'Wire up',
  'Test',
  'Document',
  'Split',
  'Delete',
];

export const planTicked: Family = {
  name: 'h_plan_ticked',
  what: 'updates its plan before and after every step, rewords it, and works it off',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const steps = Array.from(
      { length: agent.between(7, 10) },
      () => `${agent.pick(VERBS)} the ${words.noun()} ${words.noun()}`,
    );
    let passed = agent.between(20, 90);
    const plan = (done: number, started: boolean) => {
      const list = steps.map((step, index): PlanStep => ({
        step,
        status: index < done ? 'completed' : index === done && started ? 'in_progress' : 'pending',
      }));
      agent.together([planExchange(manner, list)], { saying: musing(agent, 'plan') });
    };
    agent.prompt(`Split ${words.symbol()} out of the monolith into a module of its own.`);
    agent.warmUp(2, 6);
    for (let done = 0; done < steps.length; done += 1) {
      plan(done, true);
      const path = words.path();
      if (agent.random.chance(0.7)) agent.read(path, words.codeLines(10, 40));
      agent.together([editExchange(manner, path, words.codeLines(1, 3), words.codeLines(2, 8))], {
        saying: musing(agent, steps[done] ?? ''),
      });
      if (agent.random.chance(0.5)) {
        passed += agent.between(1, 4);
        agent.shell(
          testCommand(runner, words.file().replace('src', 'tests')),
          testReport(agent, runner, { passed, failures: [] }),
        );
      }
      if (agent.random.chance(0.3)) plan(done + 1, false);
      if (agent.random.chance(0.2))
        steps.splice(done + 1, 0, `Repair the ${words.noun()} that this uncovered`);
      if (steps.length > 13) break;
    }
    plan(steps.length, false);
    agent.answer('The module stands on its own.');
  },
};
