/**
 * The agent writes prints into a file that is not the one that runs; it looks for them in the output and writes more.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const printsNeverAppear: Family = {
  name: 's_prints_never_appear',
  what: 'adds ever more prints to code that is not the code that runs; none appears, and the wrong figure stays',
  batch: 24,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const file = words.file().replace(/\.\w+$/, '.py');
    const symbol = words.noun();
    const wrong = agent.between(100, 9000);
    const run = `python -m ${words.project()}.${words.noun()} --day 2026-0${agent.between(1, 9)}-1${agent.between(0, 9)}`;
    const noise = agent.random.chance(0.5);
    agent.prompt(`The total of ${symbol} comes out as ${wrong}; find out why and fix it.`);
    agent.warmUp(2, 8);
    const output = () =>
      `${noise ? `${agent.clock().slice(0, 19).replace('T', ' ')} INFO loaded ${agent.between(40, 60)} ${symbol}s\n` : ''}total ${symbol}: ${wrong}`;
    agent.shell(run, output());
    agent.loopBegins();
    let count = 0;
    agent.times(12, 18, () => {
      count += 1;
      const line = `    total = sum(${symbol}.values())`;
      const mark = agent.pick(['DEBUG', '>>>', 'HERE', 'TRACE', '!!!']);
      agent.edit(
        `${words.root}/${file}`,
        line,
        agent.pick([
          `    print("${mark} ${count}", ${symbol}, flush=True)\n${line}`,
          `    sys.stderr.write(f"${mark} {${symbol}!r}\\n")\n${line}`,
          `    logging.warning("${mark} ${count} %s", ${symbol})\n${line}`,
          `    raise RuntimeError("${mark} ${count}")\n${line}`,
        ]),
      );
      const filter = agent.random.chance(0.35);
      agent.shell(
        filter ? `${run} 2>&1 | grep "${mark}"` : `${run} 2>&1`,
        filter ? { text: '', exit: 1 } : { text: output() },
        { saying: musing(agent, `total of ${symbol}`) },
      );
    });
  },
};
