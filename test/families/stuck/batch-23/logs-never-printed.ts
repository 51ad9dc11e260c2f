/**
 * Print after print is put into a file that isn't the one that runs; none of them is ever seen.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const logsNeverPrinted: Family = {
  name: 's_logs_never_printed',
  what: 'adds one debugging print after the other and runs the program; its output never changes',
  batch: 23,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const files = Array.from({ length: agent.between(1, 3) }, () => words.path());
    const command = agent.pick([
      'npm run -s report',
      `python -m ${words.project()}.main`,
      `./bin/${words.project()} export --dry-run`,
      'node dist/index.js',
    ]);
    const complaint = `${words.symbol()}: ${words.noun()} without ${words.noun()}`;
    const rows = agent.between(0, 4);
    const exit = agent.pick([0, 1]);
    const stamped = agent.random.chance(0.6);
    const output = () =>
      `${stamped ? `[${agent.clock()}] ` : ''}loading ${words.root.slice(-8)}\n${stamped ? `[${agent.clock()}] ` : ''}${complaint}\n${rows} rows in ${agent.between(20, 900)} ms`;
    const print = (index: number) =>
      agent.pick([
        `console.log('DEBUG ${index}', ${words.noun()});`,
        `print("here ${index}", repr(${words.noun()}))`,
        `logger.info('>>> %s', ${words.noun()}.${words.noun()});`,
        `process.stderr.write(\`${words.noun()} ${index}\\n\`);`,
      ]);
    agent.prompt(`The export says "${complaint}". Find out why.`);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(13, 20, (index) => {
      const anchor = words.code();
      const path = agent.pick(files);
      if (agent.random.chance(0.25)) agent.read(path, words.codeLines(5, 16));
      agent.edit(path, anchor, `${print(index)}\n${anchor}`);
      agent.shell(
        command,
        { text: output(), exit },
        { saying: musing(agent, complaint.split(':')[0] ?? 'export') },
      );
    });
  },
};
