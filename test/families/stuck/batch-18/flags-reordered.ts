/**
 * One failing command, its flags in another order and spelling each time; what it says is the same but for a request's id or a clock.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly start: string;
  /** Each flag in its spellings. */
  readonly flags: readonly (readonly string[])[];
  readonly end: string;
  readonly fails: () => string;
  readonly exit: number;
  readonly look: readonly [string, string];
}

const stateLock = (agent: ScriptedAgent): Scene => {
  const { words } = agent;
  const id = words.uuid();
  const who = `${words.noun()}@${words.project()}-ci`;
  return {
    ask: 'Plan the staging infrastructure and summarise what would change.',
    start: 'terraform plan',
    flags: [
      ['-var-file=env/staging.tfvars', '-var-file="env/staging.tfvars"'],
      ['-lock-timeout=30s', '-lock-timeout=60s', '-lock-timeout=1m'],
      ['-input=false', '-input=false -compact-warnings'],
      ['-no-color', ''],
      ['-out=tfplan', '-out=/tmp/staging.tfplan', ''],
    ],
    end: '',
    fails: () =>
      `Error: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException: The conditional request failed\nRequestID: ${words.opaque(24).toUpperCase()}\nLock Info:\n  ID:        ${id}\n  Operation: OperationTypeApply\n  Who:       ${who}\n  Version:   1.13.4`,
    exit: 1,
    look: ['cat env/staging.tfvars', `region = "eu-west-1"\nreplicas = 3`],
  };
};

const wrongArchitecture = (agent: ScriptedAgent): Scene => {
  const image = `acme/${agent.words.noun()}-${agent.words.noun()}:1.${agent.between(0, 30)}`;
  const port = agent.between(3000, 9000);
  return {
    ask: 'Start the container and show me that it answers.',
    start: 'docker run --rm',
    flags: [
      [`-p ${port}:8080`, `--publish ${port}:8080`, `--publish=${port}:8080`],
      ['-e LOG_LEVEL=debug', '--env LOG_LEVEL=debug', '--env=LOG_LEVEL=info'],
      [
        '-v "$PWD/data:/data"',
        '--volume "$PWD/data":/data',
        '--mount type=bind,src=$PWD/data,dst=/data',
      ],
      [`--name ${agent.words.noun()}-1`, `--name ${agent.words.noun()}-2`, ''],
    ],
    end: image,
    fails: () => 'exec /usr/local/bin/entrypoint.sh: exec format error',
    exit: 1,
    look: ['docker images --format "{{.Repository}}:{{.Tag}}"', image],
  };
};

const refusedImport = (agent: ScriptedAgent): Scene => {
  const { words } = agent;
  const field = `${words.noun()}_${words.noun()}`;
  return {
    ask: 'Send payload.json to the import endpoint and tell me the import id.',
    start: 'curl',
    flags: [
      ['-sS', '-s', '--silent --show-error'],
      ['-X POST', '--request POST', ''],
      ["-H 'Content-Type: application/json'", '--header "content-type: application/json"'],
      ['-H "Authorization: Bearer $TOKEN"', '--oauth2-bearer "$TOKEN"'],
      ['-d @payload.json', '--data-binary @payload.json', '--data @payload.json'],
    ],
    end: `https://${words.project()}.example/v2/imports`,
    fails: () =>
      JSON.stringify({
        request_id: `req_${words.opaque(14)}`,
        error: { code: 'unknown_field', message: `Field '${field}' is not part of the schema.` },
        at: agent.clock(),
      }),
    exit: 0,
    look: ['cat payload.json', `{"${field}": 3, "rows": []}`],
  };
};

const SCENES = [stateLock, wrongArchitecture, refusedImport];

export const flagsReordered: Family = {
  name: 's_flags_reordered',
  what: 'runs one failing command over and over with its flags in another order or spelling',
  batch: 18,
  limit: 10,
  play(agent) {
    const scene = agent.pick(SCENES)(agent);
    agent.prompt(scene.ask);
    agent.warmUp(3, 9);
    agent.loopBegins();
    agent.times(18, 30, () => {
      if (agent.random.chance(0.1)) return agent.shell(...scene.look);
      const flags = agent.shuffled(scene.flags.map((spellings) => agent.pick(spellings)));
      const command = [scene.start, ...flags, scene.end].filter((part) => part !== '').join(' ');
      return agent.shell(command, { text: scene.fails(), exit: scene.exit });
    });
  },
};
