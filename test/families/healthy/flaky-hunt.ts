import type { Family } from '../family.ts';

/** It was asked to repeat the test, because only repeating it can bring the failure out. */
export const flakyHunt: Family = {
  name: 'h_flaky_hunt',
  what: 'runs one test over and over, as it was asked to, until its rare failure appears, mends it, and repeats the proof',
  batch: 11,
  play(agent) {
    const test = `Test${agent.words.noun()}${agent.words.noun()}`;
    const file = `internal/${agent.words.noun()}`;
    const command = `go test ./${file} -run '^${test}$' -count=200 -race`;
    const runs = agent.between(11, 19);
    agent.prompt(
      `${test} fails about once in 3,000 runs. Repeat it in portions of 200 (about ${runs + 4} portions, if need be) until you catch it. Mend it and prove it with 8 portions.`,
    );
    agent.warmUp(0, 3);
    const portion = (index: number, of: number) => {
      const seconds = `${agent.between(30, 95)}.${agent.between(100, 999)}`;
      agent.shell(command, `ok  \texample/${file}\t${seconds}s`, {
        tookMs: Number(seconds) * 1000,
        saying: agent.pick(['', `Portion ${index + 1} of ${of}: all green.`, 'No failure yet.']),
      });
    };
    for (let index = 0; index < runs; index += 1) portion(index, runs + 4);
    agent.shell(
      command,
      {
        text: `==================\nWARNING: DATA RACE\nWrite at 0x00c000${agent.words.hex(6)} by goroutine ${agent.between(20, 900)}:\n  ${file}.(*${agent.words.symbol()}).close()\n      ${file}/${agent.words.noun()}.go:${agent.between(20, 300)}\n==================\n--- FAIL: ${test} (0.0${agent.between(1, 9)}s)\nFAIL\texample/${file}\t${agent.between(20, 80)}.1s`,
        exit: 1,
      },
      { tookMs: 41_000 },
    );
    const path = `${agent.words.root}/${file}/${agent.words.noun()}.go`;
    agent.read(path, agent.words.codeLines(12, 30));
    agent.edit(path, agent.words.codeLines(1, 3), agent.words.codeLines(2, 5));
    for (let index = 0; index < 8; index += 1) portion(index, 8);
    agent.answer('It was a race when closing. After the fix 1,600 runs are green.');
  },
};
