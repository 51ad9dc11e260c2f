/**
 * A training is watched every minute or two: the numbers crawl, and at times stand still from one look to the next.
 */
import type { Family } from '../../family.ts';

export const slowEpochs: Family = {
  name: 'h_slow_epochs',
  what: 'watches a training whose numbers crawl, looking every minute or two until it has run through',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const steps = agent.pick([2000, 4000, 10_000]);
    const pause = agent.pick([60, 90, 120]);
    const log = `runs/${words.noun()}-${words.hex(4)}/train.log`;
    const byTool = agent.random.chance(0.4);
    const run = `ft-${words.opaque(10)}`;
    let step = agent.between(20, 60);
    let loss = agent.between(9000, 14_000);
    const line = () =>
      `step ${step}/${steps} loss ${(loss / 10_000).toFixed(4)} lr 2.0e-05 mem 71.2G`;
    const look = () => {
      if (byTool) {
        agent.rest(pause * 1000);
        agent.call(
          'training_status',
          { run },
          { run, status: 'running', step, of: steps, train_loss: loss / 10_000 },
        );
      } else {
        agent.shell(
          `sleep ${pause} && tail -n 1 ${log}`,
          { text: line(), seconds: pause },
          { tookMs: pause * 1000 + agent.between(100, 900) },
        );
      }
    };
    agent.prompt(
      'Start the fine-tuning of configs/base.yaml, watch it and tell me the final loss.',
    );
    agent.warmUp(1, 6);
    agent.shell(
      './train.sh configs/base.yaml > /dev/null 2>&1 &',
      `[1] ${agent.between(900, 90_000)}`,
    );
    const looks = agent.between(26, 44);
    for (let index = 0; index < looks; index += 1) {
      look();
      // An evaluation or a checkpoint holds the count up now and then.
      if (agent.random.chance(0.82)) {
        step = Math.min(
          steps - 1,
          step + Math.ceil((steps / looks) * (agent.between(60, 150) / 100)),
        );
        loss = Math.max(2100, loss - agent.between(-6, 60));
      }
    }
    step = steps;
    look();
    agent.answer(`Done: the final loss is ${(loss / 10_000).toFixed(4)}.`);
  },
};
