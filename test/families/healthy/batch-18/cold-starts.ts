/**
 * A person wants so many measurements of the same thing; the agent takes them one by one, and they hardly differ.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly what: string;
  readonly between: string | null;
  readonly measure: string;
  readonly shows: () => string;
}

const lambda = (agent: ScriptedAgent): Scene => {
  const name = `${agent.words.verb()}-${agent.words.noun()}`;
  return {
    what: `cold starts of the function ${name}`,
    between: `aws lambda update-function-configuration --function-name ${name} --description "$(date +%s)" --query State --output text`,
    measure: `aws lambda invoke --function-name ${name} --log-type Tail /tmp/out.json --query LogResult --output text | base64 -d | tail -1`,
    shows: () =>
      `REPORT RequestId: ${agent.words.uuid()} Duration: ${agent.between(4100, 4900) / 100} ms Billed Duration: 49 ms Memory Size: 512 MB Max Memory Used: 118 MB Init Duration: ${agent.between(30_100, 33_900) / 100} ms`,
  };
};

const start = (agent: ScriptedAgent): Scene => ({
  what: 'start times of bin/app --version',
  between: null,
  measure: 'sudo sh -c "sync; echo 3 > /proc/sys/vm/drop_caches"; time bin/app --version',
  shows: () =>
    `app 4.2.0\n\nreal\t0m0.${agent.between(311, 349)}s\nuser\t0m0.${agent.between(190, 199)}s\nsys\t0m0.0${agent.between(41, 49)}s`,
});

const query = (agent: ScriptedAgent): Scene => {
  const table = `${agent.words.noun()}_${agent.words.noun()}`;
  return {
    what: `run times of the report query on ${table}`,
    between: 'psql -c "discard all"',
    measure: `psql -f sql/report_${table}.sql -c "\\timing" -o /dev/null`,
    shows: () => `Timing is on.\nTime: ${agent.between(81_000, 84_000) / 100} ms`,
  };
};

export const coldStarts: Family = {
  name: 'h_cold_starts',
  what: 'takes as many measurements of one thing as a person asked for, and reports the median',
  batch: 18,
  play(agent) {
    const { what, between, measure, shows } = agent.pick([lambda, start, query])(agent);
    const count = agent.pick([15, 20, 25, 30]);
    agent.prompt(`I need ${count} single ${what}, one run at a time. Report median and spread.`);
    agent.warmUp(0, 3);
    const values: string[] = [];
    for (let index = 1; index <= count; index += 1) {
      if (between !== null)
        agent.shell(between, between.startsWith('psql') ? 'DISCARD ALL' : 'Active');
      const shown = shows();
      values.push(/\d+(?:\.\d+)? ms|\d\.\d+s/.exec(shown)?.[0] ?? shown);
      agent.shell(measure, shown, {
        saying: agent.pick(['', '', `Run ${index} of ${count}.`, `${index}/${count}`]),
      });
    }
    agent.answer(
      `Median of ${count} runs: ${values.toSorted()[Math.floor(count / 2)]}. All values: ${values.join(', ')}`,
    );
  },
};
