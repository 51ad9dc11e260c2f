/**
 * Something large is being made; a look exits with an error while it is pending, the agent sleeps in between, and in the end it is there.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly start: readonly [string, string];
  readonly poll: string;
  readonly stages: readonly (() => string)[];
  readonly pendingExit: number;
  readonly done: string;
}

const stack = (agent: ScriptedAgent): Scene => {
  const name = `${agent.words.noun()}-${agent.words.project()}`;
  return {
    ask: `Create the stack ${name} and tell me its endpoint.`,
    start: [
      `aws cloudformation create-stack --stack-name ${name} --template-body file://stack.yaml`,
      `{"StackId":"arn:aws:cloudformation:eu-west-1:${agent.between(1e11, 9e11)}:stack/${name}/${agent.words.uuid()}"}`,
    ],
    poll: `./scripts/stack-ready.sh ${name}`,
    stages: [
      () => 'CREATE_IN_PROGRESS  3/17 resources',
      () => 'CREATE_IN_PROGRESS  9/17 resources (Database: creating)',
      () => 'CREATE_IN_PROGRESS  16/17 resources (Distribution: deploying)',
    ],
    pendingExit: 2,
    done: `CREATE_COMPLETE  17/17 resources\nEndpoint: https://${name}.internal`,
  };
};

const cluster = (agent: ScriptedAgent): Scene => {
  const job = agent.between(400_000, 9_000_000);
  const node = `gpu${agent.between(10, 90)}`;
  return {
    ask: 'Submit eval.sbatch and tell me when it is through.',
    start: ['sbatch eval.sbatch', `Submitted batch job ${job}`],
    poll: `squeue --states=all -j ${job} -h -o "%i %T %R"`,
    stages: [
      () => `${job} PENDING (Priority)`,
      () => `${job} PENDING (Resources)`,
      () => `${job} RUNNING ${node}`,
    ],
    pendingExit: 0,
    done: `${job} COMPLETED ${node}`,
  };
};

const rollout = (agent: ScriptedAgent): Scene => {
  const name = `${agent.words.project()}-${agent.pick(['api', 'web', 'worker'])}`;
  return {
    ask: `Deploy ${name} to staging and wait until it is out.`,
    start: [`kubectl apply -f k8s/${name}.yaml`, `deployment.apps/${name} configured`],
    poll: `kubectl rollout status deploy/${name} --timeout=5s`,
    stages: [0, 1, 2].map(
      (ready) => () =>
        `Waiting for deployment "${name}" rollout to finish: ${ready} of 3 updated replicas are available...\nerror: timed out waiting for the condition`,
    ),
    pendingExit: 1,
    done: `deployment "${name}" successfully rolled out`,
  };
};

export const environmentCreated: Family = {
  name: 'h_environment_created',
  what: 'waits with sleeps for something large to be made, by a look that mostly fails while it is pending',
  batch: 18,
  play(agent) {
    const { ask, start, poll, stages, pendingExit, done } = agent.pick([stack, cluster, rollout])(
      agent,
    );
    const seconds = agent.pick([20, 30, 60]);
    const look = (text: string, exit: number) =>
      agent.shell(
        `sleep ${seconds}; ${poll}`,
        { text, exit, seconds: seconds + 3 },
        {
          saying: agent.pick(['', '', 'Still waiting.', 'Not yet.', 'I will look again.']),
          tookMs: seconds * 1000 + agent.between(400, 6000),
        },
      );
    agent.prompt(ask);
    agent.warmUp(1, 5);
    agent.shell(...start);
    for (const stage of stages) agent.times(4, 9, () => look(stage(), pendingExit));
    look(done, 0);
    agent.answer(`That is done: ${done.split('\n').at(-1) ?? done}`);
  },
};
