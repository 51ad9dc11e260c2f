/**
 * Firmware is sent to a device chunk by chunk over a bad line; some chunks are refused and sent again.
 */
import type { Family } from '../../family.ts';

export const chunksSent: Family = {
  name: 'h_chunks_sent',
  what: 'sends a firmware chunk by chunk; some come back with a checksum error and go through at the second or third try',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const chunks = agent.between(20, 36);
    agent.prompt('Update the firmware of the sensor in hall 3. The radio is bad.');
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const crc = words.hex(4);
      while (agent.random.chance(0.3))
        agent.call(
          'send_chunk',
          { device: 'hall-3', chunk, crc },
          { ack: false, error: 'CRC_MISMATCH' },
        );
      agent.call('send_chunk', { device: 'hall-3', chunk, crc }, { ack: true, next: chunk + 1 });
    }
    agent.call('device_reboot', { device: 'hall-3' }, { ok: true, version: '2.4.1' });
    agent.answer('The sensor runs 2.4.1.');
  },
};
