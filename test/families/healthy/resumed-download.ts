import type { Family } from '../family.ts';

export const resumedDownload: Family = {
  name: 'h_resumed_download',
  what: 'resumes a large download that breaks off again and again, a little further each time',
  batch: 7,
  play(agent) {
    const url = `https://files.example/${agent.words.noun()}.bin`;
    agent.prompt('Download the model file.');
    let left = agent.between(4_000, 9_000) * 1_000_000;
    const total = left;
    agent.times(8, 16, () => {
      left = Math.floor(left * (agent.between(70, 93) / 100));
      agent.shell(
        `curl -C - -O ${url}`,
        {
          text: agent.random.chance(0.5)
            ? `curl: (18) transfer closed with ${left} bytes remaining to read`
            : `curl: (56) Recv failure: Connection reset by peer, ${left} bytes remaining`,
          exit: 18,
        },
        { tookMs: agent.between(20_000, 300_000) },
      );
      if (agent.random.chance(0.4))
        agent.shell('ls -l *.bin', `-rw-r--r-- 1 dev dev ${total - left} model.bin`);
    });
    agent.shell(`curl -C - -O ${url}`, '100 done', { tookMs: 90_000 });
    agent.answer('Downloaded.');
  },
};
