import type { Family } from '../family.ts';

export const sameSum: Family = {
  name: 's_same_sum',
  what: 'calculates the same thing in ever other spellings',
  batch: 8,
  limit: 14,
  play(agent) {
    const [a, b, c] = [agent.between(11, 99), agent.between(11, 99), agent.between(2, 9)];
    agent.prompt('What is the total of the order?');
    const sum = (a + b) * c;
    const tool = agent.pick(['calculator', 'python', 'evaluate']);
    const key = tool === 'python' ? 'code' : 'expression';
    agent.loopBegins();
    agent.times(16, 28, () => {
      const expression = agent.pick([
        `(${a} + ${b}) * ${c}`,
        `${c} * (${a} + ${b})`,
        `${a} * ${c} + ${b} * ${c}`,
        `(${b}+${a})*${c}`,
        `${b} * ${c} + ${a} * ${c}`,
        `sum([${a}, ${b}]) * ${c}`,
      ]);
      agent.call(
        tool,
        { [key]: tool === 'python' ? `print(${expression})` : expression },
        String(sum),
      );
    });
  },
};
