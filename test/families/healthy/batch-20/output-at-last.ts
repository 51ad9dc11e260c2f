/**
 * A job writes its output only at its end; until then there is nothing to see but a process that works, and then the file is there.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

export const outputAtLast: Family = {
  name: 'h_output_at_last',
  what: 'waits for a file that a job writes only at its end, while its process uses more and more CPU time',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const pid = agent.between(2000, 90_000);
    const output = `out/${words.noun()}-${words.noun()}.parquet`;
    const pause = agent.pick([30, 60, 120]);
    let cpu = 0;
    const look = (command: string, printed: Printed) => {
      cpu += pause - agent.between(0, 2);
      agent.shell(
        `sleep ${pause}; ${command}`,
        { ...printed, seconds: pause },
        {
          saying: agent.pick(['', '', 'Still computing.', 'It is still at work.']),
          tookMs: pause * 1000 + agent.between(100, 900),
        },
      );
    };
    agent.prompt(
      `Run ./bin/aggregate in the background; it takes a while. Then tell me how many rows ${output} has.`,
    );
    agent.warmUp(1, 5);
    agent.shell(`nohup ./bin/aggregate --out ${output} > agg.log 2>&1 &`, `[1] ${pid}`);
    agent.times(9, 18, () => {
      const time = `${String(Math.floor(cpu / 60)).padStart(2, '0')}:${String(cpu % 60).padStart(2, '0')}`;
      const ps = `    PID     TIME %CPU COMMAND\n  ${pid} 00:${time} 99.${agent.between(0, 9)} aggregate`;
      look(`ls -la ${output}; ps -o pid,time,pcpu,comm -p ${pid}`, {
        text: `ls: cannot access '${output}': No such file or directory\n${ps}`,
      });
    });
    look(`ls -la ${output}; ps -o pid,time,pcpu,comm -p ${pid}`, {
      text: `-rw-r--r-- 1 dev dev ${agent.between(1e6, 9e8)} ${output}\n    PID     TIME %CPU COMMAND`,
      exit: 1,
    });
    const rows = agent.between(10_000, 9_000_000);
    agent.shell(`duckdb -c "select count(*) from '${output}'"`, String(rows));
    agent.answer(`${output} has ${rows} rows.`);
  },
};
