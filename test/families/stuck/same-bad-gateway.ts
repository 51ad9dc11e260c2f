/**
 * A gateway answers 502 because the program behind it dies at its start. The agent restarts one thing or the other and
 * asks again, looks at the gateway's log, and restarts; it never looks why the program dies.
 */
import type { Family } from '../family.ts';

const PAGE =
  '<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n<center><h1>502 Bad Gateway</h1></center>\n<hr><center>nginx/1.24.0</center>\n</body>\n</html>';

/** Ways of restarting, by what runs the service, and what they print. */
function restartsOf(service: string): readonly (readonly (readonly [string, string])[])[] {
  return [
    [
      [`sudo systemctl restart ${service}`, ''],
      ['sudo systemctl restart nginx', ''],
      [
        'sudo nginx -t && sudo systemctl reload nginx',
        'nginx: configuration file /etc/nginx/nginx.conf test is successful',
      ],
    ],
    [
      [
        `docker compose restart ${service}`,
        ` Container ${service}-1  Restarting\n Container ${service}-1  Started`,
      ],
      [
        `docker compose up -d --force-recreate ${service}`,
        ` Container ${service}-1  Recreated\n Container ${service}-1  Started`,
      ],
      [
        'docker compose restart nginx',
        ' Container nginx-1  Restarting\n Container nginx-1  Started',
      ],
    ],
    [
      [
        `pm2 restart ${service}`,
        `[PM2] Applying action restartProcessId on app [${service}](ids: [ 0 ])\n[PM2] [${service}](0) ✓`,
      ],
      [
        `pm2 delete ${service} && pm2 start ecosystem.config.cjs`,
        `[PM2] [${service}](0) ✓\n[PM2] App [${service}] launched (1 instances)`,
      ],
      ['sudo nginx -s reload', ''],
    ],
  ];
}

export const sameBadGateway: Family = {
  name: 's_same_bad_gateway',
  what: 'restarts a service and its gateway in turn and asks again; the answer is the same 502 each time',
  batch: 12,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${agent.pick(['api', 'web', 'worker'])}`;
    const port = agent.between(3000, 9000);
    const url = agent.pick([
      `http://localhost/${words.noun()}s`,
      `https://${service}.internal/health`,
    ]);
    const restarts = agent.pick(restartsOf(service));
    agent.prompt(`${url} is down since the deployment. Get it up again.`);
    const [least, most] = agent.pick([
      [0, 4],
      [3, 9],
      [20, 45],
    ] as const);
    agent.warmUp(least, most);
    agent.loopBegins();
    const worker = agent.between(20, 90_000);
    let connection = agent.between(100, 9999);
    const refusal = () => {
      connection += agent.between(1, 30);
      const at = agent.clock().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
      return `${at} [error] ${worker}#${worker}: *${connection} connect() failed (111: Connection refused) while connecting to upstream, upstream: "http://127.0.0.1:${port}/"`;
    };
    agent.times(11, 17, () => {
      const pause = agent.pick([0, 2, 5, 10]);
      const [ask, status] = agent.pick([
        [`curl -s ${url}`, PAGE],
        [
          `curl -i ${url}`,
          `HTTP/1.1 502 Bad Gateway\nServer: nginx/1.24.0\nDate: ${new Date(agent.seconds() * 1000).toUTCString()}\n\n${PAGE}`,
        ],
        [`curl -s -o /dev/null -w '%{http_code}' ${url}`, '502'],
      ] as const);
      const [command, printed] = agent.pick(restarts);
      const saying = agent.pick(['', '', 'Restarting once more.', 'Let me restart it cleanly.']);
      if (agent.random.chance(0.4))
        agent.shell(
          `${command} && sleep ${pause + 1} && ${ask}`,
          {
            text: printed === '' ? status : `${printed}\n${status}`,
            seconds: pause + 1 + agent.between(1, 9) / 10,
          },
          { saying, tookMs: (pause + 2) * 1000 },
        );
      else {
        agent.shell(command, printed, { saying });
        agent.shell(
          pause === 0 ? ask : `sleep ${pause}; ${ask}`,
          { text: status, seconds: pause + 0.2 },
          {
            tookMs: 400 + pause * 1000,
            saying: agent.pick(['', 'Now it should be up.', 'Still 502. It may need a moment.']),
          },
        );
      }
      if (agent.random.chance(0.35))
        agent.shell('tail -n 2 /var/log/nginx/error.log', `${refusal()}\n${refusal()}`, {
          saying: agent.pick(['', 'Let me look at the log.']),
        });
    });
  },
};
