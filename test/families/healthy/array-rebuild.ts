import type { Family } from '../family.ts';

export const arrayRebuild: Family = {
  name: 'h_array_rebuild',
  what: 'watches a disk array rebuild in tenths of a percent; at times it pauses for a backup and then continues',
  batch: 11,
  play(agent) {
    const [spare, old] = [`sd${agent.pick(['c', 'd'])}1`, `sd${agent.pick(['a', 'b'])}1`];
    const blocks = agent.between(900, 3900) * 1_000_000;
    agent.prompt(
      `md0 has been rebuilding onto ${spare} since yesterday. Wait until it is done, then remove the copy in /backup/md0-last.`,
    );
    const polls = agent.between(36, 55);
    let done = agent.between(800, 900) / 1000;
    let pause = 0;
    let text = '';
    for (let poll = 0; poll < polls; poll += 1) {
      if (pause > 0) pause -= 1;
      else {
        done += ((1 - done) / (polls - poll + 1)) * (agent.between(40, 160) / 100);
        if (agent.random.chance(0.08)) pause = agent.between(1, 4);
        const at = Math.floor(blocks * done);
        text = `Personalities : [raid1]\nmd0 : active raid1 ${spare}[2] ${old}[0]\n      ${blocks} blocks super 1.2 [2/1] [U_]\n      [>....................]  recovery = ${(done * 100).toFixed(1)}% (${at}/${blocks}) finish=${agent.between(40, 900)}.${agent.between(0, 9)}min speed=${pause > 0 ? 0 : agent.between(20_000, 140_000)}K/sec\n\nunused devices: <none>`;
      }
      const seconds = agent.pick([120, 180, 300]);
      agent.shell(`sleep ${seconds}; cat /proc/mdstat`, text, {
        tookMs: seconds * 1000,
        saying: agent.pick(['', 'Rebuilding.', 'It gets on slowly.']),
      });
    }
    agent.shell(
      'cat /proc/mdstat',
      `Personalities : [raid1]\nmd0 : active raid1 ${spare}[2] ${old}[0]\n      ${blocks} blocks super 1.2 [2/2] [UU]\n\nunused devices: <none>`,
    );
    agent.shell('rm -r /backup/md0-last', '');
    agent.answer('The array is whole again and the copy is removed.');
  },
};
