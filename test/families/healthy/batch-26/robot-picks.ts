/**
 * A robot takes one part after the other from a bin and puts it down; some grips fail and are tried again.
 */
import type { Family } from '../../family.ts';

export const robotPicks: Family = {
  name: 'h_robot_picks',
  what: 'picks and places part after part with the same few commands; some grips fail and go well at the second try',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const part = words.noun();
    const count = agent.between(14, 26);
    agent.prompt(`Move the ${count} ${part}s from the bin to the tray.`);
    for (let slot = 1; slot <= count; slot += 1) {
      const at = { x: agent.between(100, 480), y: agent.between(80, 320), z: 40 };
      agent.call('camera_detect', { object: part }, { found: count - slot + 1, best: at });
      if (agent.random.chance(0.25)) {
        agent.call('gripper_pick', at, { ok: false, error: 'grasp lost' });
        agent.call(
          'camera_detect',
          { object: part },
          { found: count - slot + 1, best: { ...at, x: at.x + agent.between(1, 4) } },
        );
      }
      agent.call('gripper_pick', { ...at, z: agent.between(36, 44) }, { ok: true });
      agent.call('gripper_place', { tray: 'A', slot }, { ok: true });
    }
    agent.call('camera_detect', { object: part }, { found: 0 });
    agent.answer('The tray is full.');
  },
};
