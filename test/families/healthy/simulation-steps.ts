import type { Family } from '../family.ts';

export const simulationSteps: Family = {
  name: 'h_simulation_steps',
  what: 'drives a simulation step by step with few different acts',
  batch: 5,
  play(agent) {
    agent.prompt('Balance the pole for as long as you can.');
    let angle = 0;
    agent.times(25, 50, (step) => {
      angle += agent.between(-30, 30) / 100;
      agent.call(
        'step',
        { action: angle > 0 ? 'left' : 'right' },
        {
          step: step + 1,
          angle: Number(angle.toFixed(2)),
          velocity: agent.between(-200, 200) / 100,
          done: false,
        },
      );
    });
    agent.answer('It fell at last.');
  },
};
