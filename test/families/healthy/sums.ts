import type { Family } from '../family.ts';

export const sums: Family = {
  name: 'h_sums',
  what: 'calculates many small things; results are short and often equal',
  batch: 8,
  play(agent) {
    agent.prompt('Check the figures of this annual report.');
    const tool = agent.pick(['calculator', 'calc', 'evaluate', 'math']);
    agent.times(24, 44, () => {
      const [a, b] = [agent.between(10, 9000), agent.between(10, 9000)];
      const expression = agent.pick([
        `${a} + ${b}`,
        `${a} - ${b} > 0`,
        `round(${a} / ${b}, 1)`,
        `${a} + ${b} == ${a + b}`,
      ]);
      const result = expression.includes('==')
        ? 'true'
        : expression.includes('>')
          ? String(a > b)
          : expression.includes('+')
            ? String(a + b)
            : (a / b).toFixed(1);
      agent.call(tool, { expression }, result);
    });
    agent.answer('The figures are right.');
  },
};
