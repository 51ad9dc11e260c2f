/**
 * One record of the data is broken; whatever is turned, the loss is not a number from the same step on.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const KNOBS = [
  ['lr', ['3e-4', '1e-4', '5e-5', '1e-5', '3e-6']],
  ['warmup_steps', ['100', '500', '1000', '2000']],
  ['grad_clip', ['1.0', '0.5', '0.1']],
  ['precision', ['bf16', 'fp32', 'fp16', 'tf32']],
  ['adam_eps', ['1e-8', '1e-6', '1e-5']],
  ['weight_decay', ['0.1', '0.01', '0.0']],
  ['dropout', ['0.0', '0.1', '0.2']],
  ['init_std', ['0.02', '0.006']],
  ['seed_everything', ['true', 'false']],
  ['attn', ['sdpa', 'eager', 'flash']],
] as const;

export const nanAtTheSameStep: Family = {
  name: 's_nan_at_the_same_step',
  what: 'turns one knob of a training after the other while the loss breaks at the same step each time',
  batch: 16,
  limit: 22,
  play(agent) {
    const { words, manner } = agent;
    const config = `${words.root}/configs/${words.noun()}.yaml`;
    const broken = agent.between(150, 900);
    const launch = agent.pick([
      `torchrun --nproc_per_node=4 train.py --config ${config}`,
      `python train.py -c ${config}`,
      `accelerate launch train.py ${config}`,
      `sbatch --wait train.sbatch ${config}`,
    ]);
    const log = () => {
      let loss = agent.between(900, 1100) / 100;
      const lines = [0.2, 0.4, 0.6, 0.8, 0.97].map((share) => {
        loss *= agent.between(70, 92) / 100;
        return `step ${Math.round(broken * share)} | loss ${loss.toFixed(4)} | grad_norm ${agent.between(40, 300) / 100} | ${agent.between(11_000, 19_000)} tok/s`;
      });
      return `${lines.join('\n')}\nstep ${broken} | loss nan | grad_norm nan | ${agent.between(11_000, 19_000)} tok/s\nRuntimeError: loss is nan at step ${broken}, aborting`;
    };
    agent.prompt('The training breaks off with a loss of nan. Make it run through.');
    agent.warmUp(3, 8);
    agent.shell(launch, { text: log(), exit: 1 }, { tookMs: agent.between(60_000, 400_000) });
    agent.loopBegins();
    agent.times(14, 19, () => {
      const [knob, settings] = agent.pick(KNOBS);
      agent.together(
        [
          editExchange(
            manner,
            config,
            `${knob}: ${agent.pick(settings)}`,
            `${knob}: ${agent.pick(settings)}`,
          ),
        ],
        { saying: musing(agent, `influence of ${knob}`) },
      );
      if (agent.random.chance(0.25))
        agent.shell(
          'nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv,noheader',
          Array.from(
            { length: 4 },
            () => `${agent.between(0, 4)} %, ${agent.between(3, 500)} MiB`,
          ).join('\n'),
        );
      agent.shell(
        agent.random.chance(0.4) ? `${launch} 2>&1 | tail -6` : launch,
        { text: log(), exit: 1 },
        { saying: musing(agent, 'loss'), tookMs: agent.between(60_000, 400_000) },
      );
      if (agent.random.chance(0.2))
        agent.shell(`grep -n isnan train.py`, {
          text: `${agent.between(80, 90)}:    if torch.isnan(loss): abort(step)`,
          exit: 0,
        });
    });
  },
};
