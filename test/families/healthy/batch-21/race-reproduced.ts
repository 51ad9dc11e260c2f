/**
 * A rare race: the test is run many times until it fails once, is mended, and is run many times again.
 */
import type { Family } from '../../family.ts';

export const raceReproduced: Family = {
  name: 'h_race_reproduced',
  what: 'runs a green test with ever more repetitions until the race shows, mends it, and runs it as often again',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const symbol = words.symbol();
    const test = `Test${symbol.charAt(0).toUpperCase()}${symbol.slice(1)}`;
    const folder = `internal/${words.noun()}`;
    const path = `${words.root}/${folder}/${words.noun()}.go`;
    let count = agent.pick([10, 20, 50]);
    const run = (red: boolean) => {
      const seconds = (count * agent.between(8, 14)) / 100;
      const line = agent.between(20, 200);
      const race = `==================\nWARNING: DATA RACE\nWrite at 0x00c000${words.hex(6)} by goroutine ${agent.between(8, 90)}:\n  ${folder}.${symbol}()\n      ${path}:${line}\n\nPrevious read at 0x00c000${words.hex(6)} by goroutine ${agent.between(8, 90)}:\n      ${path}:${line + 12}\n==================\n--- FAIL: ${test} (0.0${agent.between(1, 9)}s)\n    testing.go:1490: race detected during execution of test\nFAIL`;
      agent.shell(
        `GOMAXPROCS=${agent.pick([1, 2, 4, 8])} go test -race -run ${test} -count=${count} ./${folder}`,
        {
          text: red ? race : `ok  \tgithub.com/acme/core/${folder}\t${seconds.toFixed(3)}s`,
          exit: red ? 1 : 0,
          seconds,
        },
        {
          saying: agent.pick(['', 'More repetitions.', 'Not yet.', 'Let me try harder.']),
          tookMs: Math.round(seconds * 1000),
        },
      );
    };
    const search = (red: boolean) => {
      agent.times(5, 11, () => {
        run(false);
        if (agent.random.chance(0.5)) count = Math.min(5000, count * 2);
      });
      if (red) run(true);
    };
    agent.prompt(`${test} fails about once a week. Find out why and mend it.`);
    agent.warmUp(1, 5);
    agent.times(1, 2, () => {
      search(true);
      agent.read(path, words.codeLines(12, 30));
      agent.edit(path, words.codeLines(1, 3), words.codeLines(2, 5));
    });
    search(false);
    agent.answer(
      `${symbol} was read without its lock. ${count} runs under the race detector pass.`,
    );
  },
};
