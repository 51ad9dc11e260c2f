/**
 * An arm is sent to places that it cannot reach, each a little beside the last one.
 */
import type { Family } from '../../family.ts';

export const outOfReach: Family = {
  name: 's_out_of_reach',
  what: 'sends a robot arm to ever other poses near a place that it cannot reach; there is no solution for any of them',
  batch: 27,
  limit: 12,
  play(agent) {
    const part = agent.words.noun();
    const x = agent.between(600, 900);
    const y = agent.between(-200, 200);
    agent.prompt(`Pick up the ${part} at the far end of the belt.`);
    agent.call('camera_locate', { object: part }, { x, y, z: 12, confidence: 0.94 });
    agent.loopBegins();
    agent.times(16, 28, () => {
      if (agent.random.chance(0.15))
        agent.call(
          'camera_locate',
          { object: part },
          { x, y, z: 12, confidence: agent.between(90, 97) / 100 },
        );
      else
        agent.call(
          'move_arm',
          {
            x: x + agent.between(-15, 15),
            y: y + agent.between(-15, 15),
            z: agent.between(10, 60),
            roll: 0,
            pitch: agent.pick([0, 45, 90, 180]),
            yaw: agent.pick([0, 90, 180]),
          },
          { success: false, error: 'NO_IK_SOLUTION' },
          { saying: agent.pick(['', 'Let me try another angle.', 'A little lower.']) },
        );
    });
  },
};
