/**
 * The agent changes its folder in one call and builds in the next, where it is back at the top.
 */
import type { Family } from '../../family.ts';

export const cdDoesNotStay: Family = {
  name: 's_cd_does_not_stay',
  what: 'changes the folder in a call of its own, builds in the next call, and is back where it began each time',
  batch: 26,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const folder = `packages/${words.noun()}`;
    const error = `npm error Missing script: "build"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\nnpm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-0${agent.between(1, 9)}T`;
    agent.prompt(`Build the package in ${folder}.`);
    agent.warmUp(0, 2);
    agent.loopBegins();
    agent.times(10, 16, () => {
      agent.shell(
        agent.pick([
          `cd ${folder}`,
          `cd ./${folder}`,
          `cd ${words.root}/${folder}`,
          `pushd ${folder}`,
        ]),
        '',
      );
      if (agent.random.chance(0.3)) agent.shell('pwd', words.root);
      agent.shell(
        agent.pick(['npm run build', 'npm run build', 'npm run -s build']),
        {
          text: `${error}${agent.between(10, 23)}_${agent.between(10, 59)}_${agent.between(10, 59)}_${agent.between(100, 999)}Z-debug-0.log`,
          exit: 1,
        },
        {
          saying: agent.pick(['', 'Now build.', 'Let me change into the package first.']),
        },
      );
    });
  },
};
