import type { Family } from '../family.ts';

export const drainingQueue: Family = {
  name: 'h_draining_queue',
  what: 'waits until a queue is empty; it goes up and down on the way',
  batch: 5,
  play(agent) {
    agent.prompt('Stop the workers once the queue is empty.');
    let depth = agent.between(400, 900);
    while (depth > 0) {
      const pause = agent.pick([20, 30]);
      agent.shell(`sleep ${pause}`, '', { tookMs: pause * 1000 });
      agent.shell('redis-cli llen jobs', `(integer) ${depth}`);
      depth -= agent.between(-20, 70);
    }
    agent.shell('redis-cli llen jobs', '(integer) 0');
    agent.shell('systemctl stop workers', '');
    agent.answer('The workers are stopped.');
  },
};
