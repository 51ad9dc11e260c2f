/**
 * A test that should be run alone, by a filter that never matches anything.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const noTestsCollected: Family = {
  name: 's_no_tests_collected',
  what: 'runs tests by one filter after the other; none of them selects a test, and all are told so alike',
  batch: 23,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const [a, b, c] = [words.noun(), words.verb(), words.noun()];
    const total = agent.between(40, 900);
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const filters = [
      `-k ${a}_${b}`,
      `-k "${a} and ${b}"`,
      `-k test_${a}_${b}_${c}`,
      `tests/ -k ${capital(a)}`,
      `-m ${a}`,
      `-k "not slow and ${c}"`,
      `-k ${b}_${c}`,
      `tests/unit -k "${a} or ${c}"`,
      `-k Test${capital(a)}${capital(b)}`,
      `--deselect tests/e2e -k ${c}`,
    ];
    const summary = agent.random.chance(0.5);
    agent.prompt(`The test "${a} ${b}s ${c}" fails on main. Reproduce it and fix the cause.`);
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(18, 28, () => {
      if (agent.random.chance(0.15)) {
        agent.shell(
          `ls tests | head -${agent.between(5, 9)}`,
          '__init__.py\nconftest.py\ne2e\nunit',
        );
        return;
      }
      const seconds = agent.between(20, 700) / 100;
      agent.shell(
        `python -m pytest -q ${agent.pick(filters)}${summary ? ' 2>&1 | tail -2' : ''}`,
        {
          text: `\n${total} deselected in ${seconds}s`,
          exit: summary ? 0 : 5,
          seconds,
        },
        { saying: musing(agent, `${a} test`) },
      );
    });
  },
};
