/**
 * A change, a check that is red, the change taken back, another change that says the same, the same check: over and over.
 */
import type { Family } from '../family.ts';

export const takenBack: Family = {
  name: 's_taken_back',
  what: 'makes a change, sees the same failure, takes it back and makes it again in other words',
  batch: 13,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const [before, after] = [words.code(), words.code()];
    const symbol = words.symbol();
    const [check, red] = agent.pick([
      [
        'go test ./...',
        () =>
          `--- FAIL: Test${symbol} (0.0${agent.between(1, 9)}s)\n    want 3, got 4\nFAIL\tapp/core\t0.${agent.between(100, 999)}s`,
      ],
      [
        'pytest -q',
        () =>
          `F.......\nFAILED tests/test_core.py::test_${symbol} - assert 4 == 3\n1 failed, 7 passed in ${agent.between(10, 99) / 10}s`,
      ],
      [
        'npm test',
        () =>
          `✗ ${symbol} counts once\n  expected 3 to be 4\nTests  1 failed | 21 passed (22)\nDuration  ${agent.between(500, 1900)}ms`,
      ],
    ] as const);
    agent.prompt(`${symbol} counts twice. Fix it.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(9, 14, () => {
      agent.edit(
        path,
        before,
        agent.pick([after, `${after} // once`, `${after} // ${words.noun()}`]),
      );
      agent.shell(check, { text: red(), exit: 1 }, { tookMs: agent.between(900, 5000) });
      agent.shell(
        agent.pick([
          `git checkout -- ${path}`,
          `git restore ${path}`,
          `git stash && git stash drop`,
        ]),
        '',
      );
      if (agent.random.chance(0.4)) agent.read(path, before);
    });
  },
};
