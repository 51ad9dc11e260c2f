import type { Family } from '../family.ts';

/** The space is held by a deleted file that a running process has open; no cleaning reaches it. */
export const nothingToReclaim: Family = {
  name: 's_nothing_to_reclaim',
  what: 'cleans one cache after the other on a full disk, frees nothing, and builds again',
  batch: 9,
  limit: 24,
  play(agent) {
    const size = agent.pick([40, 80, 120]);
    const image = `${agent.words.project()}:${agent.words.hex(7)}`;
    agent.prompt(`Build the image ${image} on this host.`);
    agent.warmUp(0, 2);
    const cleaners: readonly (readonly [string, string])[] = [
      ['docker system prune -af --volumes', 'Total reclaimed space: 0B'],
      ['docker builder prune -af', 'Total:\t0B'],
      [
        'journalctl --vacuum-size=50M',
        'Vacuuming done, freed 0B of archived journals from /var/log/journal.',
      ],
      ['apt-get clean', ''],
      ['npm cache clean --force', 'npm warn using --force Recommended protections disabled.'],
      ['rm -rf /tmp/build-*', ''],
      ['apt-get autoremove -y', '0 upgraded, 0 newly installed, 0 to remove and 3 not upgraded.'],
      ['pip cache purge', 'WARNING: No matching packages\nFiles removed: 0'],
      ['find /var/log -name "*.gz" -delete', ''],
    ];
    agent.loopBegins();
    agent.times(13, 19, () => {
      agent.times(1, 2, () => {
        const [command, text] = agent.pick(cleaners);
        agent.shell(command, text, {
          saying: agent.pick(['Freeing some space.', '', 'This should free a lot.']),
        });
      });
      if (agent.random.chance(0.6))
        agent.shell(
          'df -h /',
          `Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p1   ${size}G   ${size}G     0 100% /`,
        );
      agent.shell(`docker build -t ${image} .`, {
        text: `#${agent.between(4, 9)} [internal] load build context\n#${agent.between(4, 9)} sha256:${agent.words.hex(12)} ${agent.between(1, 9)}.${agent.between(1, 9)}s done\nERROR: failed to solve: failed to copy files: write /var/lib/docker/tmp/buildkit-mount${agent.between(100_000, 999_999)}/layer.tar: no space left on device`,
        exit: 1,
      });
    });
  },
};
