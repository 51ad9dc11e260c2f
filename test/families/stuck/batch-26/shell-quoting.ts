/**
 * A command is sent through two shells; its quotes never arrive whole, and the agent quotes it otherwise.
 */
import type { Family } from '../../family.ts';

export const shellQuoting: Family = {
  name: 's_shell_quoting',
  what: 'counts requests on a host with a command whose quotes are eaten on the way, and writes them in ever other ways',
  batch: 26,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const host = `${words.noun()}-0${agent.between(1, 9)}`;
    const log = `/var/log/nginx/${words.noun()}.log`;
    agent.prompt(`How many requests per status did ${host} answer today? The log is ${log}.`);
    agent.warmUp(0, 2);
    agent.shell(
      `ssh ${host} ls -la ${log}`,
      `-rw-r----- 1 www-data adm ${agent.between(90_000, 900_000)} ${log}`,
    );
    agent.loopBegins();
    agent.times(18, 30, () => {
      const field = agent.pick(['$9', '\\$9', '\\\\$9', '"$9"']);
      const program = agent.pick([
        `awk '{print ${field}}' ${log} | sort | uniq -c`,
        `awk "{print ${field}}" ${log} | sort | uniq -c`,
        `awk '{c[${field}]++} END {for (s in c) print s, c[s]}' ${log}`,
      ]);
      const [open, close] = agent.pick([
        ["'", "'"],
        ['"', '"'],
        ["$'", "'"],
        ['-- bash -c "', '"'],
        ["bash -c '", "'"],
      ] as const);
      agent.shell(
        `ssh ${host} ${open}${program}${close}`,
        {
          text: agent.pick([
            'awk: cmd. line:1: {print\nawk: cmd. line:1:       ^ unexpected newline or end of string',
            `bash: -c: line 1: unexpected EOF while looking for matching \`"'`,
            'awk: cmd. line:1: {print\nawk: cmd. line:1:       ^ unexpected newline or end of string',
          ]),
          exit: agent.pick([1, 2]),
        },
        {
          saying: agent.pick([
            '',
            'Quoting issue. Let me escape it differently.',
            'Let me try other quotes.',
          ]),
        },
      );
    });
  },
};
