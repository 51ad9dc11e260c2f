import type { Family } from '../family.ts';

export const deadCodeHunt: Family = {
  name: 'h_dead_code_hunt',
  what: 'looks for the uses of many functions, most of which have none, and removes those',
  batch: 2,
  play(agent) {
    agent.prompt('Remove functions that nobody calls.');
    const path = agent.words.path();
    const symbols = Array.from({ length: agent.between(14, 30) }, () => agent.words.symbol());
    agent.read(path, symbols.map((name) => `export function ${name}() {`).join('\n'));
    for (const name of symbols) {
      const used = agent.random.chance(0.25);
      agent.shell(
        `rg -n "${name}\\(" src --glob '!${path}'`,
        used
          ? `${agent.words.file()}:${agent.between(1, 300)}:  ${name}();`
          : { text: '', exit: 1 },
      );
      if (!used && agent.random.chance(0.5)) agent.edit(path, `export function ${name}() {\n}`, '');
    }
    agent.shell('npx tsc --noEmit', '');
    agent.answer('Removed.');
  },
};
