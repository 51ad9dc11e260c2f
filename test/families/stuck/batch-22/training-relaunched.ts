/**
 * A training dies shortly after its start for one and the same reason; the agent launches it again under other names and looks at the log.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const CRASHES: readonly ((agent: ScriptedAgent, file: string) => string)[] = [
  (_, file) => `FileNotFoundError: [Errno 2] No such file or directory: '/data/${file}'`,
  (agent) =>
    `RuntimeError: CUDA error: no kernel image is available for execution on the device (rank ${agent.between(0, 3)})`,
  (agent) =>
    `torch.distributed.DistNetworkError: The client socket has timed out after 30s while trying to connect to (10.0.4.17, 29500). [pid ${agent.between(900, 60_000)}]`,
  (_, file) =>
    `ValueError: num_samples should be a positive integer value, but got num_samples=0 (${file})`,
];

export const trainingRelaunched: Family = {
  name: 's_training_relaunched',
  what: 'launches a training again and again, under other names and with other sizes; it dies in its first minute each time',
  batch: 22,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const file = `${words.noun()}_${words.noun()}.parquet`;
    const crash = agent.pick(CRASHES);
    const config = `configs/${words.noun()}.yaml`;
    const looks = agent.pick(['tail -n 4', 'tail -n 3', 'tail -5']);
    agent.prompt(`Train the model with ${config} and report the validation loss.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(11, 15, (index) => {
      const run = `run-${index + 1}-${words.hex(4)}`;
      const size = agent.pick([8, 16, 32, 64]);
      const pid = agent.between(1000, 90_000);
      agent.shell(
        `nohup python train.py --config ${config} --batch-size ${size} --name ${run} > logs/${run}.log 2>&1 & echo $!`,
        `${pid}`,
        {
          saying: agent.pick([
            '',
            'Starting the training.',
            'Launching it again.',
            'Perhaps with another batch size.',
          ]),
        },
      );
      const wait = agent.pick([30, 45, 60]);
      agent.shell(
        `sleep ${wait}; ${looks} logs/${run}.log`,
        {
          text: `${agent.clock()} loading ${agent.between(300, 320)} shards\n  File "${words.root}/train.py", line 118, in main\n    loader = build_loader(cfg)\n${crash(agent, file)}`,
          seconds: wait,
        },
        { tookMs: wait * 1000 + 300 },
      );
      if (agent.random.chance(0.3))
        agent.shell(
          'nvidia-smi --query-gpu=memory.used,utilization.gpu --format=csv,noheader',
          '3 MiB, 0 %',
        );
    });
  },
};
