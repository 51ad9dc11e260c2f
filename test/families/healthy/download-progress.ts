import type { Family } from '../family.ts';

export const downloadProgress: Family = {
  name: 'h_download_progress',
  what: 'looks at a download that gets on slowly',
  batch: 2,
  play(agent) {
    agent.prompt('Download the model and check its hash.');
    agent.shell(
      'nohup curl -sLO https://models.example/base.bin &',
      `[1] ${agent.between(1000, 9000)}`,
    );
    let size = agent.between(10, 60);
    agent.times(15, 40, () => {
      size += agent.random.chance(0.2) ? 0 : agent.between(1, 60);
      agent.shell(
        'ls -lh base.bin',
        `-rw-r--r-- 1 dev dev ${size}M Nov 16 05:${agent.between(10, 59)} base.bin`,
      );
    });
    agent.shell('sha256sum base.bin', `${agent.words.hex(64)}  base.bin`);
    agent.answer('Downloaded; the hash is right.');
  },
};
