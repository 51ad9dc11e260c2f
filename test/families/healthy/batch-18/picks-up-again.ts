/**
 * A long port, compacted several times: after each it reads its plan and some files again, and goes on with the next endpoint.
 */
import type { Family } from '../../family.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const picksUpAgain: Family = {
  name: 'h_picks_up_again',
  what: 'is compacted again and again in a long port, reads its plan and some files anew, and goes on with the next endpoint',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const endpoints = Array.from({ length: agent.between(10, 16) }, () => words.symbol());
    const shared = Array.from({ length: agent.between(3, 5) }, () => ({
      path: words.path(),
      text: words.codeLines(10, 30),
    }));
    const guide = words.prose(4, 8).replaceAll('. ', '.\n');
    const each = agent.between(2, 3);
    let done = 0;
    const plan = () =>
      endpoints.map((name, index) => `- [${index < done ? 'x' : ' '}] ${name}`).join('\n');
    const readIn = () => {
      agent.read(`${words.root}/PORT.md`, plan());
      agent.read(`${words.root}/CONTRIBUTING.md`, guide);
      for (const { path, text } of shared) agent.read(path, text);
      agent.shell('git status --short', '');
    };
    agent.prompt(
      'Port the endpoints in PORT.md to the new router, one after the other, with tests.',
    );
    readIn();
    for (const [index, name] of endpoints.entries()) {
      const path = `${words.root}/src/api/${name}.${words.extension}`;
      agent.read(path, words.codeLines(6, 20));
      agent.edit(path, words.codeLines(1, 3), words.codeLines(2, 5));
      agent.shell(
        testCommand(runner, 'tests/api', name),
        testReport(agent, runner, { passed: agent.between(2, 6), failures: [] }),
      );
      done = index + 1;
      agent.edit(`${words.root}/PORT.md`, `- [ ] ${name}`, `- [x] ${name}`);
      agent.shell(`git commit -qam "Port ${name}"`, '');
      if (done % each === 0 && done < endpoints.length) {
        agent.compact(
          `Summary: porting endpoints to the new router. ${done} of ${endpoints.length} are ported and committed; the list is in PORT.md. Next: ${endpoints[done] ?? ''}.`,
        );
        readIn();
      }
    }
    agent.answer(`All ${endpoints.length} endpoints are ported.`);
  },
};
