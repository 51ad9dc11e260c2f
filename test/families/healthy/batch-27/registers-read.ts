/**
 * The registers of a chip are read one after the other; most of them hold nothing.
 */
import type { Family } from '../../family.ts';

export const registersRead: Family = {
  name: 'h_registers_read',
  what: 'reads one register of a chip after the other; most are zero, and the others are written down',
  batch: 27,

  play(agent) {
    const { words } = agent;
    const device = `0x${agent.between(10, 76)}`;
    const count = agent.between(32, 64);
    agent.prompt(
      `Dump the registers of the sensor at ${device} on bus 1 and tell me which are set.`,
    );
    for (let register = 0; register < count; register += 1) {
      const name = `0x${register.toString(16).padStart(2, '0')}`;
      agent.shell(
        `i2cget -y 1 ${device} ${name}`,
        agent.random.chance(0.75) ? '0x00' : `0x${words.hex(2)}`,
      );
    }
    agent.answer('Eleven registers are set.');
  },
};
