/**
 * A tray of boards is flashed: the same three commands for each, another serial number, a bad cable now and then.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const boardsFlashed: Family = {
  name: 'h_boards_flashed',
  what: 'flashes and tests one board after the other with the same commands, some at the second try',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const firmware = `${words.project()}-${agent.between(1, 4)}.${agent.between(0, 20)}.bin`;
    const count = agent.between(11, 16);
    const hub = agent.pick(['/dev/ttyUSB', '/dev/ttyACM']);
    agent.prompt(
      `There are ${count} boards on the hub. Flash ${firmware} on each, test it and note its address in boards.csv.`,
    );
    agent.shell(
      `ls ${hub}*`,
      Array.from({ length: count }, (_, index) => `${hub}${index}`).join('\n'),
    );
    for (let index = 0; index < count; index += 1) {
      const port = `${hub}${index}`;
      const mac = Array.from({ length: 6 }, () => words.hex(2)).join(':');
      const tries = agent.pick([0, 0, 0, 1, 2]);
      for (let attempt = 0; attempt < tries; attempt += 1)
        agent.shell(
          `esptool.py --port ${port} write_flash 0x0 ${firmware}`,
          {
            text: `esptool.py v4.8.1\nSerial port ${port}\nConnecting......................................\nA fatal error occurred: Failed to connect to ESP32: No serial data received.`,
            exit: 2,
          },
          { saying: musing(agent, `board ${index + 1}`), tookMs: agent.between(7000, 20_000) },
        );
      agent.shell(
        `esptool.py --port ${port} write_flash 0x0 ${firmware}`,
        `esptool.py v4.8.1\nSerial port ${port}\nConnecting....\nMAC: ${mac}\nWrote ${agent.between(700_000, 900_000)} bytes in ${agent.between(60, 190) / 10} seconds\nHash of data verified.\nHard resetting via RTS pin...`,
        { saying: musing(agent, `board ${index + 1}`), tookMs: agent.between(9000, 30_000) },
      );
      agent.shell(
        `timeout 6 cat ${port}`,
        {
          text: `I (${agent.between(300, 420)}) main: self test\nI (${agent.between(500, 600)}) sensor: ${agent.between(180, 260) / 10} °C\nI (${agent.between(900, 999)}) wifi: connected, rssi -${agent.between(40, 80)}\nSELFTEST PASS`,
          exit: 124,
        },
        { tookMs: 6000 },
      );
      agent.shell(`echo '${index + 1},${mac},pass' >> boards.csv`, '');
    }
    agent.answer(`${count} boards are ready.`);
  },
};
