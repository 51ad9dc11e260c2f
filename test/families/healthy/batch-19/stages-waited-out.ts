/**
 * A release in stages, each of which is waited for with a command that exits non-zero as long as the stage is pending.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Stage {
  readonly start: readonly [string, string];
  readonly look: string;
  readonly pending: (look: number, of: number) => Printed;
  readonly done: string;
  /** How long a look takes by itself, in seconds. */
  readonly waits: number;
}

const WAITING = ['', '', 'Still pending.', 'Not yet; looking again in a while.'];

const migrationJob = ({ words }: ScriptedAgent): Stage => {
  const job = `migrate-${words.noun()}-${words.hex(5)}`;
  return {
    start: [`kubectl apply -f deploy/${job}.yaml`, `job.batch/${job} created`],
    look: `kubectl wait job/${job} --for=condition=complete --timeout=60s`,
    pending: () => ({ text: `error: timed out waiting for the condition on jobs/${job}`, exit: 1 }),
    done: `job.batch/${job} condition met`,
    waits: 60,
  };
};

const rollout = (agent: ScriptedAgent): Stage => {
  const name = `${agent.words.noun()}-api`;
  return {
    start: [
      `kubectl set image deploy/${name} app=${name}:v${agent.between(40, 90)}`,
      `deployment.apps/${name} image updated`,
    ],
    look: `kubectl rollout status deploy/${name} --timeout=30s`,
    pending: (look, of) => ({
      text: `Waiting for deployment "${name}" rollout to finish: ${Math.floor((look * 12) / of)} out of 12 new replicas have been updated...\nerror: timed out waiting for the condition`,
      exit: 1,
    }),
    done: `deployment "${name}" successfully rolled out`,
    waits: 30,
  };
};

const snapshot = (agent: ScriptedAgent): Stage => {
  const id = `snap-0${agent.words.hex(16)}`;
  return {
    start: [
      `aws ec2 create-snapshot --volume-id vol-0${agent.words.hex(16)} --query SnapshotId --output text`,
      id,
    ],
    look: `sleep 45; aws ec2 describe-snapshots --snapshot-ids ${id} --query 'Snapshots[0].[State,Progress]' --output text | tee /dev/stderr | grep -q completed`,
    pending: (look, of) => ({
      text: `pending\t${Math.floor((look / of) ** 2 * 9) * 11}%`,
      exit: 1,
    }),
    done: 'completed\t100%',
    waits: 45,
  };
};

const dataImport = (agent: ScriptedAgent): Stage => {
  const id = agent.between(3000, 9000);
  const rows = agent.between(2, 60) * 100_000;
  return {
    start: [`bin/import start --file exports/customers.csv.gz`, `import ${id} queued`],
    look: `bin/import status ${id} --exit-code`,
    pending: (look, of) => ({
      text:
        look * 3 < of
          ? `import ${id}: queued behind 2 other imports`
          : `import ${id}: running, ${Math.floor((rows * look) / of / 1000) * 1000} rows`,
      exit: 75,
    }),
    done: `import ${id}: finished, ${rows} rows, 0 rejected`,
    waits: 2,
  };
};

const terraform = (agent: ScriptedAgent): Stage => {
  const run = `run-${agent.words.opaque(16)}`;
  return {
    start: ['tfc run create --workspace prod-network --message "peering"', `${run} created`],
    look: `tfc run show ${run} --short`,
    pending: (look, of) => ({
      text: `${run}  ${look * 4 < of ? 'plan_queued' : look * 2 < of ? 'planning' : 'applying'}`,
      exit: 2,
    }),
    done: `${run}  applied  (+4 ~1 -0)`,
    waits: 1,
  };
};

export const stagesWaitedOut: Family = {
  name: 'h_stages_waited_out',
  what: 'waits for a job, a roll-out, a snapshot or an import in turn, by looks that fail while they are pending',
  batch: 19,
  play(agent) {
    const kinds = agent.shuffled([migrationJob, rollout, snapshot, dataImport, terraform]);
    const stages = kinds.slice(0, agent.between(2, 4)).map((kind) => kind(agent));
    agent.prompt('Go through the release checklist in docs/release.md, one stage after the other.');
    agent.read(
      `${agent.words.root}/docs/release.md`,
      stages
        .map(({ start, look }, k) => `${k + 1}. \`${start[0]}\`, then wait: \`${look}\``)
        .join('\n'),
    );
    for (const { start, look, pending, done, waits } of stages) {
      agent.shell(...start);
      const looks = agent.between(5, 14);
      for (let k = 0; k < looks; k += 1) {
        if (waits < 10) agent.rest(agent.between(25_000, 60_000));
        const tookMs = waits * 1000 + agent.between(200, 900);
        agent.shell(
          look,
          { ...pending(k, looks), seconds: tookMs / 1000 },
          { saying: k === 0 ? '' : agent.pick(WAITING), tookMs },
        );
      }
      const tookMs = agent.between(0, waits) * 1000 + 700;
      agent.shell(look, { text: done, seconds: tookMs / 1000 }, { saying: '', tookMs });
    }
    agent.answer(`All ${stages.length} stages are through.`);
  },
};
