/** What has ended badly is not waited for, and what fails as it did was not helped by what was done. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 9_000;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const shell = (command: string, result: string, isError = false): ToolEvent => ({
  kind: 'tool',
  tool: 'bash',
  args: { command },
  result,
  isError,
});

/** The rule that stops these events, each some seconds after its own pause; null where none does. */
function rule(events: readonly ToolEvent[]) {
  let atMs = 0;
  const paced = events.map((event) => {
    const { command = '' } = event.args as { command?: string };
    atMs += PACE_MS + 1000 * Number(/sleep (\d+)/.exec(command)?.[1] ?? 0);
    return { ...event, atMs };
  });
  const start: TranscriptEvent = { kind: 'prompt', text: 'Please see to it.', atMs: 0 };
  return detectThread({ id: 't', events: [start, ...paced] }).rule;
}

const silent = (port: number) =>
  shell(`sleep 30; curl -sS http://localhost:${port}/ready`, 'curl: (7) Failed to connect', true);
const status = (says: string) => shell("docker ps -a --format '{{.Status}}'", says);

describe('a service that does not answer', () => {
  verifies(
    'X16',
    'is waited for while it may come up, and not once it was seen to have ended',
    () => {
      const asked = times(14, () => silent(8080));
      expect(rule([status('Up 3 seconds (health: starting)'), ...asked])).toBeNull();
      expect(rule([status('Exited (1) 12 minutes ago'), ...asked])).toBe('no-progress');
    },
  );

  verifies('X16', 'may be waited for again after it was started anew', () => {
    const again = [
      status('Exited (1) 2 minutes ago'),
      shell('sed -i s/8080/8081/ compose.yaml', ''),
      shell('docker compose up -d --build', 'Container api-1  Started'),
    ];
    expect(rule([...again, ...times(12, () => silent(8081))])).toBeNull();
  });
});

describe('a job that fails', () => {
  const look = (index: number, says: string) =>
    shell(
      'sleep 90; gh run list --limit 1 && gh run view --log-failed | tail -2',
      `completed\tfailure\tci\tmain\tpush\t${4_193_949_494 + index * 73_939}\n${says}`,
    );
  const push = (message: string) =>
    shell(`git commit --allow-empty -m "${message}" && git push`, '[main 2682652] to origin');

  verifies('X16', 'is not helped by commits with nothing in them', () => {
    const rounds = times(14, (index) => [
      push(['ci: trigger', 'try again', 'chore: re-run'][index % 3] ?? ''),
      look(index, 'npm error code ENEEDAUTH\nnpm error need auth You need to be logged in'),
    ]);
    expect(rule(rounds.flat())).toBe('no-progress');
  });

  verifies('X16', 'gets on where another thing fails each time', () => {
    const parts = ['lexer', 'parser', 'printer', 'linker', 'loader', 'runner', 'tester', 'packer'];
    const rounds = parts.flatMap((part, index) => [
      shell(`sed -i s/${part}/new_${part}/ src/${part}.c`, ''),
      shell(`git commit -am "mend the ${part}" && git push`, `[main ${part}] to origin`),
      look(index, `error: ${part}.c does not build: unknown type in its ${part} table`),
    ]);
    expect(rule(rounds)).toBeNull();
  });
});

describe('a run that is started beside', () => {
  const start = (index: number) =>
    shell(
      `nohup python train.py --batch-size ${8 * (index + 1)} --name run-${index} > logs/run-${index}.log 2>&1 & echo $!`,
      String(27_000 + index * 977),
    );
  const log = (index: number, says: string) =>
    shell(`sleep 30; tail -n 3 logs/run-${index}.log`, `loading ${300 + index} shards\n${says}`);
  const crash =
    'File "train.py", line 118, in main: loader = build_loader(cfg)\nRuntimeError: expected scalar type Half but found Float, in the loader of the shards';

  verifies('X16', 'and dies of the same each time is a loop, whatever its number and name', () => {
    const rounds = times(14, (index) => [start(index), log(index, crash)]).flat();
    expect(rule(rounds)).toBe('no-progress');
  });

  verifies('X16', 'and gets further each time is none', () => {
    const rounds = times(14, (index) => [
      start(index),
      log(index, `epoch ${index + 1}: loss ${(4 - index / 5).toFixed(3)}, on the way to the end`),
    ]).flat();
    expect(rule(rounds)).toBeNull();
  });
});

describe('steps that are not allowed', () => {
  const denied = (command: string) =>
    shell(command, 'Exit code: 1\nexec command rejected by policy', true);
  const steps = ['scp', 'chmod', 'crontab', 'docker', 'sudo', 'rm', 'kill', 'mount', 'chown'];

  verifies(
    'X16',
    'and are done in another way at once are work, asked for again and again a loop',
    () => {
      const around = steps.flatMap((name, index) => [
        denied(`${name} -R part${index}`),
        shell(`pnpm run ${name}:safely`, `${name} done: ${index * 37 + 11} entries of ${name}`),
        shell(`sed -i s/a/b/ src/${name}.ts`, ''),
      ]);
      expect(rule(around)).toBeNull();
      expect(rule(times(9, () => denied('scp -R part1')))).not.toBeNull();
    },
  );
});
