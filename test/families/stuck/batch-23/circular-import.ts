/**
 * Modules that import one another in a ring; a name is moved from one to the next, and the ring breaks elsewhere.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const circularImport: Family = {
  name: 's_circular_import',
  what: 'moves an import round a ring of modules; the error names the next module of the ring and comes round again',
  batch: 23,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const ring = agent
      .shuffled(['models', 'services', 'events', 'registry', 'handlers', 'schemas'])
      .slice(0, agent.between(2, 4));
    const project = words.project();
    const name = words.symbol();
    const command = agent.pick([
      `python -c "import ${project}"`,
      'python -m pytest -q --co 2>&1 | tail -3',
      `python -m ${project} --version`,
    ]);
    const lines = new Map(ring.map((module) => [module, words.code()]));
    const flagged = agent.random.chance(0.6);
    agent.prompt(`Since the last merge ${project} cannot be imported. Repair it.`);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(13, 20, (index) => {
      const at = ring[index % ring.length] ?? 'models';
      const next = ring[(index + 1) % ring.length] ?? 'models';
      const statement = `from ${project}.${next} import ${name}`;
      const path = `${words.root}/${project}/${at}.py`;
      if (agent.random.chance(0.3)) agent.read(path, `${statement}\n${words.codeLines(4, 12)}`);
      if (agent.random.chance(0.5)) agent.edit(path, statement, lines.get(at) ?? '');
      else agent.edit(path, lines.get(at) ?? '', `def _late():\n    ${statement}\n`);
      agent.shell(
        command,
        {
          text: `ImportError: cannot import name '${name}' from partially initialized module '${project}.${next}' (most likely due to a circular import) (${words.root}/${project}/${next}.py)`,
          exit: flagged ? 1 : 0,
        },
        { saying: musing(agent, `import of ${name}`) },
      );
    });
  },
};
