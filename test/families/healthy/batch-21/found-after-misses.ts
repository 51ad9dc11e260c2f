/**
 * Settings that are not where one would look first; each is found after a few misses and changed.
 */
import type { Family } from '../../family.ts';
import { grepExchange } from '../../lookup-manner.ts';

const FOLDERS = ['config', 'settings', 'src/config', 'conf', 'etc', 'app/config', 'deploy', '.'];
const ENDINGS = ['yml', 'yaml', 'json', 'toml', 'ini', 'env'];

export const foundAfterMisses: Family = {
  name: 'h_found_after_misses',
  what: 'looks for one setting after the other in places that do not exist, finds each after some misses and changes it',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const settings = Array.from(
      { length: agent.between(4, 8) },
      () => `${words.noun()}_${words.noun()}_${agent.pick(['limit', 'timeout', 'size'])}`,
    );
    agent.prompt(`Raise these settings by half: ${settings.join(', ')}.`);
    agent.shell('ls', 'Makefile\nREADME.md\ncharts\npackages\nsrc\ntest');
    for (const name of settings) {
      const [stem = name] = name.split('_');
      agent.times(2, 6, () => {
        const guess = `${agent.pick(FOLDERS)}/${stem}${agent.pick(['', 's', '-config', '_settings'])}.${agent.pick(ENDINGS)}`;
        const act = agent.between(0, 2);
        if (act === 0)
          agent.shell(`cat ${guess}`, {
            text: `cat: ${guess}: No such file or directory`,
            exit: 1,
          });
        else if (act === 1) agent.shell(`find . -name '${guess.split('/').at(-1)}'`, '');
        else agent.together([grepExchange(agent.manner, `${stem}.${words.noun()}`, 'src', '')]);
      });
      const home = `charts/${words.noun()}/values-${words.hex(3)}.yaml`;
      const value = agent.between(10, 900);
      agent.together(
        [
          grepExchange(
            agent.manner,
            name,
            '.',
            `${home}:${agent.between(3, 90)}:  ${name}: ${value}`,
          ),
        ],
        { saying: agent.pick(['', 'A wider search.', 'Over the whole tree then.']) },
      );
      agent.edit(
        `${words.root}/${home}`,
        `  ${name}: ${value}`,
        `  ${name}: ${Math.round(value * 1.5)}`,
      );
    }
    agent.shell('make -s lint-charts', `${agent.between(3, 12)} chart(s) linted, 0 failed`);
    agent.answer(`${settings.length} settings are raised.`);
  },
};
