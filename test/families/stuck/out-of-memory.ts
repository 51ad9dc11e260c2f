import type { Family } from '../family.ts';

export const outOfMemory: Family = {
  name: 's_out_of_memory',
  what: 'starts a training with the same few settings in turn and runs out of memory each time',
  batch: 8,
  limit: 14,
  play(agent) {
    agent.prompt('Fine-tune the model.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(14, 22, () => {
      const size = agent.pick([4, 8, 16, 32]);
      const extra = agent.pick(['', ' --fp16', ' --gradient-checkpointing']);
      agent.shell(
        `python train.py --batch-size ${size}${extra}`,
        {
          text: `Loading checkpoint shards: 100%\nTraceback (most recent call last):\n  File "train.py", line 88, in <module>\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate ${agent.between(20, 900)}.00 MiB. GPU 0 has a total capacity of 15.77 GiB of which ${agent.between(1, 99)}.12 MiB is free.`,
          exit: 1,
        },
        { tookMs: agent.between(8_000, 40_000) },
      );
    });
  },
};
