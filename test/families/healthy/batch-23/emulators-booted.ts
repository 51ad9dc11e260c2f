/**
 * Tests on one emulated device after the other: each is started, asked until it is up, tested and shut down.
 */
import type { Family } from '../../family.ts';

export const emulatorsBooted: Family = {
  name: 'h_emulators_booted',
  what: 'boots one emulator after the other, asks until it has booted, runs the tests on it, and shuts it down',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const levels = agent
      .shuffled([24, 26, 28, 29, 30, 31, 33, 34, 35])
      .slice(0, agent.between(3, 5))
      .toSorted((a, b) => a - b);
    const serial = 'emulator-5554';
    const suite = `com.acme.${words.project()}`;
    const pause = agent.pick([5, 10, 15, 20]);
    const tests = agent.between(12, 160);
    agent.prompt(`Run the instrumented tests on API levels ${levels.join(', ')}.`);
    agent.warmUp(1, 4);
    for (const level of levels) {
      agent.shell(
        `emulator -avd api${level} -no-window -no-audio > /tmp/avd.log 2>&1 & echo $!`,
        String(agent.between(2000, 90_000)),
      );
      agent.times(3, 9, (index) => {
        agent.shell(
          `sleep ${pause}; adb -s ${serial} shell getprop sys.boot_completed`,
          index < 2
            ? { text: `adb: device offline`, exit: 1, seconds: pause }
            : { text: '', seconds: pause },
          {
            tookMs: pause * 1000 + agent.between(50, 900),
            saying: agent.pick(['', '', 'Not yet.', 'Booting.']),
          },
        );
      });
      agent.shell(`sleep ${pause}; adb -s ${serial} shell getprop sys.boot_completed`, '1', {
        tookMs: pause * 1000,
      });
      const seconds = agent.between(40, 110);
      agent.shell(
        './gradlew connectedDebugAndroidTest',
        {
          text: `Starting ${tests} tests on api${level}(AVD) - ${level}\nFinished ${tests} tests on ${suite}\n\nBUILD SUCCESSFUL in ${seconds}s`,
          seconds,
        },
        { tookMs: seconds * 1000 },
      );
      agent.shell(`adb -s ${serial} emu kill`, 'OK: killing emulator, bye bye');
    }
    agent.answer(`Green on all ${levels.length} API levels.`);
  },
};
