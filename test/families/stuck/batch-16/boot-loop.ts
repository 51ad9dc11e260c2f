/**
 * A board with too weak a supply starts over and over; every new firmware is flashed well and starts over too.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const OPTIONS = [
  'CONFIG_ESP_BROWNOUT_DET_LVL',
  'CONFIG_FREERTOS_HZ',
  'CONFIG_ESP_MAIN_TASK_STACK_SIZE',
  'CONFIG_BOOTLOADER_WDT_TIME_MS',
  'CONFIG_SPIRAM',
  'CONFIG_ESP_WIFI_TX_BUFFER',
  'CONFIG_PM_ENABLE',
  'CONFIG_LOG_DEFAULT_LEVEL',
  'CONFIG_ESP_PHY_MAX_TX_POWER',
];

export const bootLoop: Family = {
  name: 's_boot_loop',
  what: 'builds, flashes and listens to a board that starts over for want of current, with other options each time',
  batch: 16,
  limit: 26,
  play(agent) {
    const { words, manner } = agent;
    const port = agent.pick(['/dev/ttyUSB0', '/dev/ttyACM0', '/dev/cu.usbserial-1410']);
    const path = agent.pick([
      `${words.root}/sdkconfig.defaults`,
      `${words.root}/main/${words.noun()}_task.c`,
    ]);
    const flash = agent.pick([
      `idf.py -p ${port} flash`,
      `pio run -t upload --upload-port ${port}`,
      `espflash flash --port ${port} target/firmware`,
    ]);
    const listen = agent.pick([
      `timeout 8 idf.py -p ${port} monitor`,
      `timeout 8 cat ${port}`,
      `timeout 10 pio device monitor -p ${port}`,
    ]);
    const boots = () =>
      Array.from(
        { length: agent.between(2, 4) },
        () =>
          `ets Jul 29 2019 12:21:46\n\nrst:0xc (SW_CPU_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\nI (${agent.between(27, 33)}) boot: ESP-IDF v5.3.1 2nd stage bootloader\nI (${agent.between(300, 420)}) wifi:wifi driver task: ${words.hex(8)}\n\nBrownout detector was triggered`,
      ).join('\n\n');
    agent.prompt(
      'The sensor firmware should connect to the network and send a value each minute. The board is plugged in.',
    );
    agent.warmUp(5, 11);
    agent.loopBegins();
    agent.times(9, 13, () => {
      agent.together(
        [
          editExchange(
            manner,
            path,
            `${agent.pick(OPTIONS)}=${agent.between(1, 9)}`,
            `${agent.pick(OPTIONS)}=${agent.between(1, 4096)}`,
          ),
        ],
        { saying: musing(agent, 'start of the board') },
      );
      if (agent.random.chance(0.3)) agent.read(path, words.codeLines(8, 20));
      if (agent.random.chance(0.6))
        agent.shell(
          flash.startsWith('idf') ? 'idf.py build' : 'make firmware',
          `[${agent.between(900, 1100)}/${agent.between(1100, 1120)}] Linking CXX executable firmware.elf\nfirmware.bin binary size 0x${words.hex(5)} bytes. ${agent.between(20, 40)}% free.`,
          { tookMs: agent.between(8000, 90_000) },
        );
      agent.shell(
        flash,
        `Connecting....\nChip is ESP32-D0WD-V3 (revision v3.1)\nWriting at 0x000${words.hex(5)}... (100 %)\nWrote ${agent.between(700_000, 900_000)} bytes in ${agent.between(60, 190) / 10} seconds\nHash of data verified.\nHard resetting via RTS pin...`,
        { tookMs: agent.between(9000, 30_000) },
      );
      agent.shell(
        listen,
        { text: boots(), exit: 124 },
        { saying: musing(agent, 'reset reason'), tookMs: 8000 },
      );
    });
  },
};
