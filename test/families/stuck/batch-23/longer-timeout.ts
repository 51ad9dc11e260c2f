/**
 * A suite that hangs at the same test each time; the agent only ever gives it more time.
 */
import type { Family } from '../../family.ts';

const SUITES = [
  'npm test',
  'pytest -x -q',
  'make integration',
  './gradlew integrationTest',
  'cargo test --workspace',
];

export const longerTimeout: Family = {
  name: 's_longer_timeout',
  what: 'runs a suite that hangs at one test with ever longer time limits and is killed each time',
  batch: 23,
  limit: 8,
  play(agent) {
    const { words } = agent;
    const suite = agent.pick(SUITES);
    const hanging = `${words.noun()}_${words.verb()}s_${words.noun()}`;
    const before = Array.from(
      { length: agent.between(3, 8) },
      () => `ok ${words.noun()}_${words.verb()}s`,
    );
    let limit = agent.pick([30, 45, 60]);
    agent.prompt('Run the integration tests and tell me what fails.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(12, 17, () => {
      const pid = agent.between(900, 64_000);
      const shown = before.map((line) => `${line} (${agent.between(3, 900)} ms)`).join('\n');
      const ways = [
        `timeout ${limit} ${suite}`,
        `timeout ${limit}s ${suite} 2>&1 | tail -${agent.between(8, 60)}`,
        `timeout -k 5 ${limit} ${suite} 2>&1 | tee /tmp/suite-${pid}.log`,
      ];
      agent.shell(
        agent.pick(ways),
        { text: `${shown}\n${hanging} ...\nTerminated (pid ${pid})`, exit: 124, seconds: limit },
        {
          tookMs: limit * 1000 + agent.between(20, 900),
          saying: agent.pick([
            '',
            'It needs more time.',
            `${limit} seconds were not enough.`,
            'The suite is slow; raising the limit.',
          ]),
        },
      );
      if (agent.random.chance(0.2)) agent.shell(`pkill -f ${hanging} || true`, '');
      limit = Math.min(900, Math.round(limit * agent.pick([1, 1.25, 1.5, 2])));
    });
  },
};
