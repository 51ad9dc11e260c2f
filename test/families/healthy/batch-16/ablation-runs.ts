/**
 * A table of training runs is filled: the same command with one line of the configuration changed, some of which diverge.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const CHANGES = [
  ['lr', '3e-4', '1e-4'],
  ['lr', '1e-4', '1e-3'],
  ['warmup_steps', '100', '1000'],
  ['grad_clip', '1.0', '0.1'],
  ['precision', 'bf16', 'fp32'],
  ['adam_eps', '1e-8', '1e-6'],
  ['weight_decay', '0.1', '0.0'],
  ['dropout', '0.0', '0.1'],
  ['init_std', '0.02', '0.006'],
  ['layers', '12', '8'],
  ['heads', '12', '6'],
  ['attn', 'sdpa', 'flash'],
  ['tie_embeddings', 'true', 'false'],
  ['batch', '256', '512'],
] as const;

export const ablationRuns: Family = {
  name: 'h_ablation_runs',
  what: 'runs one training after the other with a changed line each, and keeps a table of losses',
  batch: 16,
  play(agent) {
    const { words, manner } = agent;
    const config = `${words.root}/configs/${words.noun()}.yaml`;
    const launch = agent.pick([
      `torchrun --nproc_per_node=4 train.py --config ${config}`,
      `python train.py -c ${config}`,
      `accelerate launch train.py ${config}`,
    ]);
    const steps = agent.pick([400, 600, 1000]);
    agent.prompt('Run the ablations listed in ablations.md and fill in the table there.');
    agent.read(
      `${words.root}/ablations.md`,
      CHANGES.map(([knob, from, to]) => `| ${knob} | ${from} → ${to} | |`).join('\n'),
    );
    agent.warmUp(1, 4);
    for (const [knob, from, to] of agent.shuffled(CHANGES).slice(0, agent.between(9, 13))) {
      agent.together([editExchange(manner, config, `${knob}: ${from}`, `${knob}: ${to}`)], {
        saying: musing(agent, knob),
      });
      const diverges = agent.random.chance(0.2);
      const at = Math.round((steps * agent.between(20, 90)) / 100);
      let loss = agent.between(900, 1100) / 100;
      const lines = [0.25, 0.5, 0.75, 1].map((share) => {
        loss *= agent.between(65, 92) / 100;
        return `step ${Math.round(steps * share)} | loss ${loss.toFixed(4)} | grad_norm ${agent.between(40, 300) / 100} | ${agent.between(11_000, 19_000)} tok/s`;
      });
      agent.shell(
        launch,
        diverges
          ? {
              text: `${lines[0]}\nstep ${at} | loss nan | grad_norm nan\nRuntimeError: loss is nan at step ${at}, aborting`,
              exit: 1,
            }
          : { text: `${lines.join('\n')}\nsaved checkpoints/${words.hex(8)}.pt` },
        { saying: musing(agent, 'run'), tookMs: agent.between(60_000, 400_000) },
      );
      agent.together([
        editExchange(
          manner,
          `${words.root}/ablations.md`,
          `| ${knob} | ${from} → ${to} | |`,
          `| ${knob} | ${from} → ${to} | ${diverges ? `nan at ${at}` : loss.toFixed(4)} |`,
        ),
      ]);
      agent.together([editExchange(manner, config, `${knob}: ${to}`, `${knob}: ${from}`)]);
    }
    agent.answer('The table is filled in.');
  },
};
