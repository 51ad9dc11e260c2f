import type { Family } from '../family.ts';

/** The log is one line of megabytes, and whatever prints it cuts it off before the interesting place. */
export const oneLongLine: Family = {
  name: 's_one_long_line',
  what: 'prints a log of one enormous line with ever other programs and sees its cut-off beginning each time',
  batch: 11,
  limit: 16,
  play(agent) {
    const path = `logs/${agent.words.noun()}-${agent.between(1, 28)}.json`;
    const symbol = agent.words.symbol();
    agent.prompt(`${symbol} failed last night. The details are in ${path}. What was the cause?`);
    agent.warmUp(0, 4);
    const size = agent.between(1_800_000, 6_000_000);
    const head = `{"service":"${agent.words.project()}","host":"ip-10-0-${agent.between(1, 99)}-${agent.between(2, 250)}","release":"${agent.words.hex(7)}","events":[{"level":"info","msg":"starting ${agent.words.noun()} ${agent.words.noun()}","attrs":{"${agent.words.noun()}":${agent.between(1, 900)}`;
    const cut = () =>
      agent.pick([
        `${head}\n... [${size - head.length} characters truncated] ...`,
        `${head}… (line truncated to ${head.length} chars)`,
        `1:${head}\n[output truncated]`,
      ]);
    const omitted = '1:[Omitted long matching line]';
    agent.shell(`ls -l ${path}`, `-rw-r--r-- 1 app app ${size} Nov 15 23:58 ${path}`);
    agent.loopBegins();
    agent.times(24, 36, () => {
      const [command, output] = agent.pick([
        [`rg -n "${symbol}" ${path}`, omitted],
        [`rg -n -i "${agent.pick(['error', 'exception', 'fatal', 'panic'])}" ${path}`, omitted],
        [`rg -n --max-columns ${agent.pick([200, 500, 1000])} "${symbol}" ${path}`, omitted],
        [`tail -n ${agent.pick([1, 5, 20, 50, 100])} ${path}`, cut()],
        [`grep -n "${agent.pick([symbol, 'error', 'stack'])}" ${path}`, cut()],
        [`cat ${path}`, cut()],
        [`cat ${path} | head -c ${agent.pick([2000, 4000, 8000])}`, cut()],
        [`sed -n '1,${agent.pick([5, 20, 200])}p' ${path}`, cut()],
        [`awk '/${agent.pick([symbol, 'error', 'cause'])}/' ${path}`, cut()],
        [`less -S ${path} | cat`, cut()],
        [`grep -c "${symbol}" ${path}`, '1'],
      ] as const);
      agent.shell(command, output, {
        saying: agent.pick([
          'The line is too long to be shown. Let me try it in another way.',
          'The output was truncated before the error.',
          'Let me look at the end of the log instead.',
          '',
        ]),
      });
    });
  },
};
