/**
 * A long port in which the context is compacted now and then; the agent looks where it was and goes on.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const portAcrossCompactions: Family = {
  name: 'h_port_across_compactions',
  what: 'ports module after module; after each compaction it reads its notes and the log and goes on with the next one',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const modules = [
      ...new Set(
        Array.from({ length: agent.between(14, 26) }, () => `${words.noun()}_${words.noun()}`),
      ),
    ];
    const stretch = agent.between(3, 6);
    const done: string[] = [];
    const notes = () =>
      modules.map((name) => `- [${done.includes(name) ? 'x' : ' '}] ${name}`).join('\n');
    const resume = () => {
      agent.compact(
        `This session is being continued from a previous conversation that ran out of context. Summary: the user wants all modules ported to the new client. Ported so far: ${done.join(', ')}. Next: ${modules[done.length] ?? 'the final test run'}.`,
      );
      agent.read(`${words.root}/PORTING.md`, notes());
      agent.shell(
        'git log --oneline -5',
        done
          .slice(-5)
          .toReversed()
          .map((name) => `${words.hex(7)} port ${name}`)
          .join('\n'),
      );
    };
    agent.prompt('Port every module in PORTING.md to the new client, one commit each.');
    agent.read(`${words.root}/PORTING.md`, notes());
    for (const [index, name] of modules.entries()) {
      if (index > 0 && index % stretch === 0) resume();
      const file = `src/${name}.${words.extension}`;
      agent.read(`${words.root}/${file}`, words.codeLines(8, 24));
      agent.times(1, 2, () =>
        agent.edit(`${words.root}/${file}`, words.codeLines(1, 3), words.codeLines(1, 4)),
      );
      agent.shell(
        testCommand(runner, file),
        testReport(agent, runner, { passed: agent.between(3, 30), failures: [] }),
      );
      agent.edit(`${words.root}/PORTING.md`, `- [ ] ${name}`, `- [x] ${name}`);
      agent.shell(`git commit -qam "port ${name}"`, '');
      done.push(name);
    }
    agent.answer(`All ${modules.length} modules are ported.`);
  },
};
