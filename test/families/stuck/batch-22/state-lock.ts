/**
 * A lock was left behind by a process that died long ago; the agent waits a little and tries again instead of asking or clearing it.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly command: string;
  readonly held: (agent: ScriptedAgent) => string;
}

function scenes(agent: ScriptedAgent): readonly Scene[] {
  const id = agent.words.uuid();
  const pid = agent.between(900, 90_000);
  return [
    {
      ask: 'Apply the plan for staging.',
      command: 'terraform apply -auto-approve',
      held: () =>
        `Error: Error acquiring the state lock\n\nLock Info:\n  ID:        ${id}\n  Path:      acme-state/staging.tfstate\n  Operation: OperationTypeApply\n  Who:       runner@ci-old-3\n  Created:   2026-08-02 04:11:09 UTC`,
    },
    {
      ask: 'Upgrade the ingress chart to the version in the values file.',
      command: 'helm upgrade ingress charts/ingress -n edge -f values.yaml',
      held: () =>
        'Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress',
    },
    {
      ask: 'Commit what is staged on this branch and push it.',
      command: `git commit -m "${agent.words.verb()} the ${agent.words.noun()}"`,
      held: () =>
        `fatal: Unable to create '${agent.words.root}/.git/index.lock': File exists.\n\nAnother git process seems to be running in this repository, e.g.\nan editor opened by 'git commit'. Please make sure all processes\nare terminated then try again. If it still fails, a git process\nmay have crashed in this repository earlier:\nremove the file manually to continue.`,
    },
    {
      ask: 'Run the pending migrations on the shared database.',
      command: 'flyway -configFiles=db/flyway.conf migrate',
      held: (now) =>
        `${now.clock()} ERROR: Unable to acquire table lock flyway_schema_history within 30 s, held by session ${pid} (idle in transaction for 3 days)`,
    },
  ];
}

export const stateLock: Family = {
  name: 's_state_lock',
  what: 'tries again after short pauses while a lock is held by something that died long ago',
  batch: 22,
  limit: 15,
  play(agent) {
    const { ask, command, held } = agent.pick(scenes(agent));
    const apart = agent.random.chance(0.5);
    const pause = agent.pick([10, 15, 20, 30]);
    agent.prompt(ask);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(24, 34, () => {
      const saying = agent.pick([
        '',
        '',
        'Still locked, waiting.',
        'Trying again.',
        'It should be free by now.',
      ]);
      if (apart && agent.random.chance(0.5))
        agent.shell(`sleep ${pause}`, { text: '', seconds: pause }, { tookMs: pause * 1000 });
      const line = apart ? command : `sleep ${pause} && ${command}`;
      agent.shell(
        line,
        { text: held(agent), exit: 1, seconds: apart ? 2 : pause + 1 },
        { saying, tookMs: apart ? 2000 : (pause + 1) * 1000 },
      );
    });
  },
};
