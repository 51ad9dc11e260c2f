import type { Family } from '../family.ts';

export const trainingRun: Family = {
  name: 'h_training_run',
  what: 'watches a model train',
  batch: 1,
  play(agent) {
    agent.prompt('Train the classifier and stop me if the loss explodes.');
    agent.shell(
      'nohup python train.py --config base.yaml > train.log &',
      `[1] ${agent.between(2000, 9000)}`,
    );
    let step = 0;
    let loss = 3.2;
    agent.times(14, 30, (index) => {
      step += agent.between(80, 120);
      loss = Math.max(0.3, loss * (0.9 + agent.between(0, 14) / 100));
      const pause = agent.pick([30, 60, 120]);
      agent.shell(
        `sleep ${pause} && tail -n 2 train.log`,
        `step ${step - 10} loss ${(loss + 0.02).toFixed(3)} lr 3.0e-04\nstep ${step} loss ${loss.toFixed(3)} lr 3.0e-04`,
        { tookMs: pause * 1000 },
      );
      if (index % 5 === 4)
        agent.shell(
          'nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader',
          `${agent.between(91, 99)} %`,
        );
    });
    agent.shell('tail -n 1 train.log', `done, best loss ${(loss - 0.01).toFixed(3)}`);
    agent.answer('Training finished.');
  },
};
