/**
 * A library was raised, and every notebook of a course is executed once more; most run, some need a cell changed.
 */
import type { Family } from '../../family.ts';

const BREAKS = [
  (name: string) => `AttributeError: 'DataFrame' object has no attribute '${name}'`,
  (name: string) => `TypeError: ${name}() got an unexpected keyword argument 'inplace'`,
  (name: string) => `ImportError: cannot import name '${name}' from 'toolkit'`,
  (name: string) => `KeyError: '${name}'`,
];

export const notebooksRerun: Family = {
  name: 'h_notebooks_rerun',
  what: 'executes one notebook of a course after the other; most run through alike, a few are mended and executed again',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(16, 30);
    const notebooks = Array.from(
      { length: count },
      (_, index) => `notebooks/${String(index + 1).padStart(2, '0')}_${words.noun()}.ipynb`,
    );
    agent.prompt(`pandas was raised. Execute all ${count} notebooks and mend those that break.`);
    agent.shell('ls notebooks', notebooks.map((path) => path.slice(10)).join('\n'));
    let mended = 0;
    for (const path of notebooks) {
      const command = `jupyter nbconvert --to notebook --execute --inplace ${path}`;
      const seconds = agent.between(5, 90);
      const faults = agent.random.chance(0.3) ? agent.between(1, 2) : 0;
      for (let fault = 0; fault < faults; fault += 1) {
        const [owner, name] = [words.noun(), words.symbol()];
        agent.shell(
          command,
          {
            text: `nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n------------------\n${owner}.${name}()\n------------------\n\n${agent.pick(BREAKS)(name)}`,
            exit: 1,
            seconds: agent.between(4, 60),
          },
          { tookMs: agent.between(4000, 60_000) },
        );
        agent.edit(`${words.root}/${path}`, `${owner}.${name}()`, `${owner}.${words.symbol()}()`);
        mended += 1;
      }
      agent.shell(
        command,
        {
          text: `[NbConvertApp] Converting notebook ${path} to notebook\n[NbConvertApp] Writing ${agent.between(9000, 900_000)} bytes to ${path}`,
          seconds,
        },
        { tookMs: seconds * 1000 },
      );
    }
    agent.answer(`All ${count} notebooks run; ${mended} cells had to be changed.`);
  },
};
