/**
 * A list of questions is put to several models by the same tool, and each answer gets a grade.
 */
import type { Family } from '../../family.ts';

export const promptsEvaluated: Family = {
  name: 'h_prompts_evaluated',
  what: 'puts each question of a set to each of a few models and grades the answers; most grades are the same',
  batch: 26,

  play(agent) {
    const models = agent
      .shuffled(['small-1', 'medium-2', 'large-3', 'tiny-0'])
      .slice(0, agent.between(2, 3));
    const items = agent.between(10, 16);
    agent.prompt(
      `Run the ${items} items of evals/set.jsonl on ${models.join(', ')} and grade each answer from 0 to 1.`,
    );
    for (let item = 1; item <= items; item += 1)
      for (const model of models) {
        const right = agent.random.chance(0.7);
        agent.call(
          'run_item',
          { item, model },
          {
            answer: right ? agent.pick(['A', 'B', 'C', 'D']) : 'I cannot answer that.',
            tokens: agent.between(3, 90),
          },
        );
        agent.call('grade', { item, model }, { score: right ? 1 : 0 });
      }
    agent.answer(`${models[0] ?? ''} is the best.`);
  },
};
