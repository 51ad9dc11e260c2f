import type { Family } from '../family.ts';

export const fallingErrors: Family = {
  name: 'h_falling_errors',
  what: 'works off a long list of compiler errors, sometimes without any effect',
  batch: 2,
  play(agent) {
    agent.prompt('Make the project compile in strict mode.');
    let left = agent.between(18, 40);
    const places = Array.from(
      { length: left },
      () =>
        `${agent.words.file()}(${agent.between(1, 400)},${agent.between(1, 60)}): error TS${agent.pick([2322, 2345, 7006, 18_048])}: ${agent.words.sentence()}`,
    );
    while (left > 0) {
      agent.shell('npx tsc --noEmit --strict', {
        text: `${places.slice(0, Math.min(left, 8)).join('\n')}\nFound ${left} errors.`,
        exit: 2,
      });
      agent.times(1, 2, () =>
        agent.edit(agent.words.path(), agent.words.codeLines(1, 2), agent.words.codeLines(1, 2)),
      );
      left -= agent.pick([0, 1, 2, 3, 4]);
    }
    agent.shell('npx tsc --noEmit --strict', '');
    agent.answer('It compiles.');
  },
};
