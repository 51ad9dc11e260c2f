/**
 * Honest debugging: the same test fails for some rounds with the same message while things are looked up and changed, then it passes.
 */
import type { Family } from '../family.ts';

export const slowDebugging: Family = {
  name: 'h_slow_debugging',
  what: 'needs some rounds of reading, changing and testing until the test passes',
  batch: 14,
  play(agent) {
    const { words } = agent;
    const symbol = words.symbol();
    const test = agent.pick([
      `npx vitest run ${words.file()}`,
      `pytest -q -k ${symbol}`,
      `go test -run ${symbol} ./...`,
    ]);
    agent.prompt(`${symbol} fails since the upgrade. Repair it.`);
    agent.warmUp(2, 6);
    agent.times(2, 4, () => {
      agent.shell(
        test,
        {
          text: `FAIL ${symbol}\n  expected 12 to be 14\n1 failed, ${agent.between(20, 24)} passed`,
          exit: 1,
        },
        { tookMs: agent.between(900, 6000) },
      );
      agent.times(1, 3, () => agent.read(words.path(), words.codeLines(6, 30)));
      agent.edit(words.path(), words.code(), words.code());
    });
    agent.shell(test, {
      text: `FAIL ${symbol}\n  expected 13 to be 14\n1 failed, 24 passed`,
      exit: 1,
    });
    agent.edit(words.path(), words.code(), words.code());
    agent.shell(test, `ok\n25 passed`);
    agent.warmUp(1, 5);
    agent.answer('Repaired.');
  },
};
