import type { Family } from '../family.ts';

export const diskCleanup: Family = {
  name: 'h_disk_cleanup',
  what: 'frees a full disk folder by folder, looking at it after each; some folders hold nothing',
  batch: 9,
  play(agent) {
    const size = agent.pick([200, 400, 800]);
    let used = size;
    agent.prompt('The disk is full. Free at least a third, and tell me what it was.');
    const df = () => {
      const percent = Math.ceil((used / size) * 100);
      agent.shell(
        'df -h /',
        `Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p1  ${size}G  ${used}G  ${size - used}G  ${percent}% /`,
      );
    };
    df();
    const steps = agent.between(14, 22);
    for (let step = 0; step < steps; step += 1) {
      const folder = `/var/${agent.pick(['lib', 'cache', 'log', 'spool'])}/${agent.words.noun()}-${agent.words.noun()}`;
      const isEmpty = agent.random.chance(0.25);
      const held = isEmpty ? 0 : Math.max(1, Math.floor((size * agent.between(10, 40)) / 1000));
      agent.shell(`du -sh ${folder}`, `${isEmpty ? '4.0K' : `${held}G`}\t${folder}`);
      if (isEmpty) continue;
      agent.shell(`find ${folder} -mtime +${agent.pick([7, 14, 30])} -delete`, '');
      used -= held;
      df();
    }
    agent.answer(`${size - used} GB are free again.`);
  },
};
