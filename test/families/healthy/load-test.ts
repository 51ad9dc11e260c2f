/**
 * A load test that's repeated as it was asked to be: each number of users three times, then one setting is changed and
 * the series runs once more. The commands hardly differ; the figures do, and are written down.
 */
import type { Family } from '../family.ts';

interface Figures {
  readonly users: number;
  readonly rate: number;
  readonly median: number;
  readonly failed: number;
}

const REPORTS = {
  k6: ({ users, rate, median, failed }: Figures) =>
    `  http_req_duration..............: avg=${(median * 1.1).toFixed(2)}ms med=${median}ms p(90)=${Math.round(median * 1.6)}ms p(95)=${Math.round(median * 1.9)}ms\n  http_req_failed................: ${((100 * failed) / (rate * 60)).toFixed(2)}% ${failed} out of ${Math.round(rate * 60)}\n  http_reqs......................: ${Math.round(rate * 60)} ${rate.toFixed(4)}/s\n  vus............................: ${users} min=${users} max=${users}`,
  hey: ({ rate, median, failed }: Figures) =>
    `Summary:\n  Total:\t60.0${median % 10} secs\n  Average:\t${(median / 900).toFixed(4)} secs\n  Requests/sec:\t${rate.toFixed(4)}\n\nLatency distribution:\n  50% in ${(median / 1000).toFixed(4)} secs\n  95% in ${(median / 530).toFixed(4)} secs\n  99% in ${(median / 370).toFixed(4)} secs\n\nStatus code distribution:\n  [200]\t${Math.round(rate * 60) - failed} responses${failed === 0 ? '' : `\n  [503]\t${failed} responses`}`,
  wrk: ({ users, rate, median, failed }: Figures) =>
    `Running 1m test\n  4 threads and ${users} connections\n  Latency Distribution\n     50%   ${median}.00ms\n     90%   ${Math.round(median * 1.6)}.00ms\n     99%   ${Math.round(median * 2.7)}.00ms\n  ${Math.round(rate * 60)} requests in 1.00m, ${(rate / 19).toFixed(2)}MB read${failed === 0 ? '' : `\n  Non-2xx or 3xx responses: ${failed}`}\nRequests/sec: ${rate.toFixed(2)}`,
};

export const loadTest: Family = {
  name: 'h_load_test',
  what: 'repeats a load test for every number of users, several times each, before and after a change',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const route = `/${words.noun()}s/${words.verb()}`;
    const [setting, low, high] = agent.pick([
      ['DB_POOL', 10, 40],
      ['WORKERS', 2, 6],
      ['CACHE_MB', 64, 512],
    ] as const);
    const users = agent.pick([
      [10, 25, 50, 100, 200],
      [5, 20, 80, 320],
      [50, 100, 150, 200, 250, 300],
    ]);
    const repeats = agent.between(2, 3);
    const tool = agent.pick(['k6', 'hey', 'wrk'] as const);
    const host = `http://${words.noun()}.perf.internal:8080`;
    const command = (count: number) =>
      ({
        k6: `k6 run --vus ${count} --duration 60s -e URL=${host}${route} perf/load.js`,
        hey: `hey -z 60s -c ${count} ${host}${route}`,
        wrk: `wrk -t4 -c${count} -d60s --latency ${host}${route}`,
      })[tool];
    agent.prompt(
      `Find out how ${route} behaves under load with ${setting}=${low} and ${setting}=${high}: ${users.join(', ')} users, ${repeats} runs of a minute each. Give me a table.`,
    );
    const table: string[] = [];
    const measure = (value: number, ceiling: number) => {
      for (const count of users)
        for (let run = 1; run <= repeats; run += 1) {
          const rate = Math.min(count * 19, ceiling) * (0.95 + agent.between(0, 100) / 1000);
          const median = Math.round((1000 * count) / rate);
          const failed = count * 19 > 1.6 * ceiling ? agent.between(3, 90) : 0;
          const took = agent.between(60_200, 63_000);
          agent.shell(
            command(count),
            {
              text: REPORTS[tool]({ users: count, rate, median, failed }),
              seconds: Math.round(took / 100) / 10,
            },
            {
              tookMs: took,
              saying: agent.pick(['', '', `${count} users, run ${run} of ${repeats}.`]),
            },
          );
          table.push(`| ${value} | ${count} | ${run} | ${rate.toFixed(0)} | ${median} |`);
        }
    };
    measure(low, agent.between(900, 1500));
    agent.write(`${words.root}/perf/results.md`, table.join('\n'));
    agent.edit(`${words.root}/perf/.env`, `${setting}=${low}`, `${setting}=${high}`);
    agent.shell('docker compose up -d --force-recreate app', ' Container app-1  Started');
    measure(high, agent.between(1900, 3200));
    agent.write(`${words.root}/perf/results.md`, table.join('\n'));
    agent.answer(
      `With ${setting}=${high} the service serves about twice as many requests from ${users.at(-2)} users on. The table is in perf/results.md.`,
    );
  },
};
