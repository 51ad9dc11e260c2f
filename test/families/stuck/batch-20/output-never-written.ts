/**
 * A job was to run in the background, but its start failed; the agent sleeps and looks for its output.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly start: readonly [string, Printed];
  readonly looks: readonly (readonly [string, () => Printed])[];
}

const missing = (path: string) => (): Printed => ({
  text: `ls: cannot access '${path}': No such file or directory`,
  exit: 2,
});

const crawl = (agent: ScriptedAgent): Scene => {
  const log = `/tmp/crawl-${agent.words.hex(6)}.log`;
  return {
    ask: 'Start the crawl in the background and give me the number of pages once it is through.',
    start: [
      `nohup ./bin/crawl --all > ${log} 2>&1 &`,
      { text: `[1] ${agent.between(2000, 90_000)}` },
    ],
    looks: [
      [
        `tail -5 ${log}`,
        () => ({ text: 'nohup: failed to run command ‘./bin/crawl’: No such file or directory' }),
      ],
      ['ls -la out/pages.jsonl', missing('out/pages.jsonl')],
      ['pgrep -fa bin/crawl', () => ({ text: '', exit: 1 })],
      [
        'wc -l out/pages.jsonl',
        () => ({ text: 'wc: out/pages.jsonl: No such file or directory', exit: 1 }),
      ],
    ],
  };
};

const training = (agent: ScriptedAgent): Scene => {
  const name = `ft-${agent.words.project()}`;
  return {
    ask: 'Train the small model in a tmux session and report the final evaluation loss.',
    start: [`tmux new-session -d -s ${name} 'python train.py --config small.yaml'`, { text: '' }],
    looks: [
      [`tmux capture-pane -p -t ${name}`, () => ({ text: `can't find pane: ${name}`, exit: 1 })],
      ['ls runs/small', missing('runs/small')],
      ['nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader', () => ({ text: '0 %' })],
      [
        'cat runs/small/eval.json',
        () => ({ text: 'cat: runs/small/eval.json: No such file or directory', exit: 1 }),
      ],
    ],
  };
};

const scheduled = (agent: ScriptedAgent): Scene => {
  const name = `export-${agent.words.noun()}`;
  return {
    ask: `Run ${name} as a job and send me the file it writes.`,
    start: [
      `kubectl create job ${name} --image=acme/export:4 --dry-run=client -o name`,
      { text: `job.batch/${name}` },
    ],
    looks: [
      [
        `kubectl get job ${name}`,
        () => ({ text: `Error from server (NotFound): jobs.batch "${name}" not found`, exit: 1 }),
      ],
      [
        `kubectl logs job/${name} --tail=5`,
        () => ({
          text: `error: error from server (NotFound): jobs.batch "${name}" not found in namespace "default"`,
          exit: 1,
        }),
      ],
      [
        `kubectl get pods -l job-name=${name}`,
        () => ({ text: 'No resources found in default namespace.' }),
      ],
    ],
  };
};

export const outputNeverWritten: Family = {
  name: 's_output_never_written',
  what: 'sleeps and looks for the output of a job that never started',
  batch: 20,
  limit: 16,
  play(agent) {
    const { ask, start, looks } = agent.pick([crawl, training, scheduled])(agent);
    const pause = agent.pick([30, 60, 120]);
    const joined = agent.random.chance(0.5);
    agent.prompt(ask);
    agent.warmUp(2, 6);
    agent.shell(...start);
    agent.loopBegins();
    agent.times(22, 32, () => {
      const [command, print] = agent.pick(looks);
      const seconds = joined ? pause : 0;
      agent.shell(
        joined ? `sleep ${pause}; ${command}` : command,
        { ...print(), seconds: seconds + 1 },
        {
          saying: agent.pick([
            '',
            'It is probably still starting up.',
            'I will give it more time.',
            'Still running.',
          ]),
          tookMs: seconds * 1000 + agent.between(100, 900),
        },
      );
      if (!joined) agent.rest(agent.between(5, pause) * 1000);
    });
  },
};
