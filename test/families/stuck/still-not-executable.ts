import type { Family } from '../family.ts';

export const stillNotExecutable: Family = {
  name: 's_still_not_executable',
  what: 'changes the rights of a script that lies on a volume where nothing can be executed',
  batch: 8,
  limit: 14,
  play(agent) {
    const script = `./${agent.words.verb()}.sh`;
    agent.prompt(`Run ${script}.`);
    agent.warmUp(0, 2);
    agent.loopBegins();
    agent.times(8, 14, () => {
      agent.shell(script, { text: `bash: ${script}: Permission denied`, exit: 126 });
      agent.shell(
        agent.pick([
          `chmod +x ${script}`,
          `chmod 755 ${script}`,
          `chmod u+x ${script}`,
          `sudo chmod +x ${script}`,
          `chmod a+rx ${script}`,
        ]),
        '',
      );
      if (agent.random.chance(0.3))
        agent.shell(`ls -l ${script}`, `-rwxr-xr-x 1 dev dev 812 ${script}`);
    });
  },
};
