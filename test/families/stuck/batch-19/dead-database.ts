/**
 * A database is down and stays down; the agent asks it by one client after the other, and then by the first again.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Way = readonly [string, string, number];

function ways({ words }: ScriptedAgent): readonly Way[] {
  const host = `db-${words.noun()}.internal`;
  const user = words.project();
  const refused = `connection to server at "${host}" (10.4.2.17), port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?`;
  return [
    [`psql -h ${host} -U ${user} -c 'select 1'`, `psql: error: ${refused}`, 2],
    [`pg_isready -h ${host}`, `${host}:5432 - no response`, 2],
    [
      `nc -zv ${host} 5432`,
      `nc: connect to ${host} (10.4.2.17) port 5432 (tcp) failed: Connection refused`,
      1,
    ],
    [
      `python -c "import psycopg; psycopg.connect(host='${host}', user='${user}')"`,
      `psycopg.OperationalError: ${refused}`,
      1,
    ],
    [
      `psql "postgresql://${user}@${host}:5432/app?connect_timeout=30" -c 'select 1'`,
      `psql: error: ${refused}`,
      2,
    ],
    [
      `psql "host=${host} user=${user} sslmode=disable" -c '\\conninfo'`,
      `psql: error: ${refused}`,
      2,
    ],
    [
      `timeout 5 bash -c '</dev/tcp/${host}/5432' && echo open`,
      `bash: connect: Connection refused\nbash: /dev/tcp/${host}/5432: Connection refused`,
      1,
    ],
    [
      `node -e "new (require('pg').Client)({host:'${host}'}).connect()"`,
      `Error: connect ECONNREFUSED 10.4.2.17:5432`,
      1,
    ],
    [
      `PGSSLMODE=require psql -h 10.4.2.17 -U ${user} -l`,
      `psql: error: ${refused.replace(host, '10.4.2.17')}`,
      2,
    ],
    ['npm run db:migrate', `Error: P1001: Can't reach database server at \`${host}\`:\`5432\``, 1],
  ];
}

export const deadDatabase: Family = {
  name: 's_dead_database',
  what: 'asks a database that is down by every client it can think of, and then begins anew',
  batch: 19,
  limit: 12,
  play(agent) {
    const all = ways(agent);
    agent.prompt(`Run the pending migration for ${agent.words.noun()}s on staging.`);
    agent.warmUp(2, 9);
    agent.shell('npm run db:migrate', { text: all.at(-1)?.[1] ?? '', exit: 1 });
    agent.loopBegins();
    agent.times(3, 4, () => {
      for (const [command, text, exit] of agent.shuffled(all))
        agent.shell(
          command,
          { text, exit },
          {
            saying: agent.pick([
              '',
              'Let me try another client.',
              'Perhaps it is the options.',
              'Checking the connection differently.',
            ]),
          },
        );
    });
  },
};
