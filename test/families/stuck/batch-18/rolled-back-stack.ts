/**
 * What was started has ended for good, by a state that will never change; the agent sleeps and asks on as if it were under way.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly start: readonly [string, string];
  readonly poll: string;
  readonly pending: () => string;
  readonly ended: () => string;
  readonly exit: number;
}

const stack = (agent: ScriptedAgent): Scene => {
  const name = `${agent.words.noun()}-${agent.words.noun()}`;
  return {
    ask: `Create the stack ${name} and tell me its outputs when it is there.`,
    start: [
      `aws cloudformation create-stack --stack-name ${name} --template-body file://stack.yaml`,
      `{"StackId":"arn:aws:cloudformation:eu-west-1:${agent.between(1e11, 9e11)}:stack/${name}/${agent.words.uuid()}"}`,
    ],
    poll: `aws cloudformation describe-stacks --stack-name ${name} --query 'Stacks[0].[StackStatus,StackStatusReason]' --output text`,
    pending: () => 'CREATE_IN_PROGRESS\tUser Initiated',
    ended: () =>
      'ROLLBACK_COMPLETE\tThe following resource(s) failed to create: [Database]. Rollback requested by user.',
    exit: 0,
  };
};

const cluster = (agent: ScriptedAgent): Scene => {
  const job = agent.between(400_000, 9_000_000);
  const node = `gpu${agent.between(10, 90)}`;
  let seconds = 0;
  return {
    ask: 'Submit train.sbatch and report the final validation score.',
    start: ['sbatch train.sbatch', `Submitted batch job ${job}`],
    poll: `sacct -j ${job} --format=JobID,State,Elapsed,ExitCode,NodeList -n -X`,
    pending: () => {
      seconds += agent.between(40, 59);
      return `${job}      RUNNING   00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}      0:0    ${node}`;
    },
    ended: () => `${job}   OUT_OF_ME+   00:06:41      0:125    ${node}`,
    exit: 0,
  };
};

const workflow = (agent: ScriptedAgent): Scene => {
  const id = agent.between(9e9, 2e10);
  let ended: string | null = null;
  return {
    ask: 'Start the release workflow and wait until the package is published.',
    start: [
      'gh workflow run release.yml --ref main',
      '✓ Created workflow_dispatch event for release.yml at main',
    ],
    poll: `gh run view ${id} --json status,conclusion,updatedAt --exit-status`,
    pending: () =>
      `{"conclusion":"","status":"in_progress","updatedAt":"${agent.clock().slice(0, 19)}Z"}`,
    ended: () => {
      ended ??= agent.clock().slice(0, 19);
      return `{"conclusion":"failure","status":"completed","updatedAt":"${ended}Z"}`;
    },
    exit: 1,
  };
};

export const rolledBackStack: Family = {
  name: 's_rolled_back_stack',
  what: 'sleeps and asks for the state of something that has ended for good in failure',
  batch: 18,
  limit: 15,
  play(agent) {
    const scene = agent.pick([stack, cluster, workflow])(agent);
    const seconds = agent.pick([20, 30, 45, 60]);
    const poll = (text: string, exit: number) => {
      const asleep = agent.random.chance(0.85);
      agent.shell(
        asleep ? `sleep ${seconds} && ${scene.poll}` : scene.poll,
        { text, exit, seconds: asleep ? seconds + 1 : 1 },
        {
          saying: agent.pick(['', '', 'Still waiting.', 'I will check again.', 'Not there yet.']),
          tookMs: (asleep ? seconds * 1000 : 0) + agent.between(400, 2500),
        },
      );
    };
    agent.prompt(scene.ask);
    agent.warmUp(0, 4);
    agent.shell(...scene.start);
    agent.times(3, 6, () => poll(scene.pending(), 0));
    agent.loopBegins();
    agent.times(26, 38, () => poll(scene.ended(), scene.exit));
  },
};
