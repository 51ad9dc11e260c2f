import type { Family } from '../family.ts';

export const interactiveShell: Family = {
  name: 'h_interactive_shell',
  what: 'tries many short expressions in an interpreter',
  batch: 2,
  play(agent) {
    agent.prompt('Work out the formula that fits these figures.');
    agent.times(18, 36, () => {
      const [a, b] = [agent.between(1, 40), agent.between(1, 9)];
      const code = agent.pick([
        `fit(${a}, ${b})`,
        `${a} ** 2 / ${b}`,
        `sum(xs[${b}:${a}])`,
        `[f(x) for x in range(${b})]`,
        `abs(f(${a}) - ${b})`,
      ]);
      agent.call(
        'execute_code',
        { code },
        agent.random.chance(0.15) ? 'True' : String(agent.between(1, 4000) / 100),
      );
    });
    agent.answer(agent.words.sentence());
  },
};
