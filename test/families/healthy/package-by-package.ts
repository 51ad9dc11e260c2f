/**
 * The monthly upgrade of a project: one package after the other is installed, tested and committed by the same three
 * commands; a few are refused at first and go in with a second package, and one is put off.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

/** The new version goes in, at times only together with a companion. */
function install(agent: ScriptedAgent, name: string, to: number, audited: number): void {
  if (agent.random.chance(0.2)) {
    const companion = `${name}-${agent.pick(['types', 'plugin', 'react', 'cli'])}`;
    agent.shell(`npm install ${name}@${to}`, {
      text: `npm error code ERESOLVE\nnpm error peer ${name}@"^${to - 1}.0.0" from ${companion}@${to - 1}.1.0\nnpm error A complete log of this run can be found in: /root/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log`,
      exit: 1,
    });
    agent.shell(
      `npm install ${name}@${to} ${companion}@${to}`,
      `changed ${agent.between(2, 9)} packages, and audited ${audited} packages in ${agent.between(2, 20)}s`,
    );
  } else
    agent.shell(
      `npm install ${name}@${to}`,
      `changed ${agent.between(1, 6)} packages, and audited ${audited} packages in ${agent.between(2, 20)}s`,
    );
}

export const packageByPackage: Family = {
  name: 'h_package_by_package',
  what: 'upgrades one package after the other with the same commands; a few need a companion, one is put off',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const names = [
      ...new Set(
        Array.from({ length: agent.between(10, 17) }, () =>
          agent.pick([
            `${words.noun()}-${words.noun()}`,
            `@${words.project()}/${words.noun()}`,
            `${words.verb()}-${words.noun()}`,
          ]),
        ),
      ),
    ];
    const rows = names.map((name) => {
      const major = agent.between(1, 20);
      return {
        name,
        from: `${major}.${agent.between(0, 9)}.${agent.between(0, 9)}`,
        to: major + 1,
      };
    });
    const tests = agent.between(120, 900);
    const audited = agent.between(400, 1400);
    agent.prompt('Upgrade the outdated packages one at a time, with tests and a commit for each.');
    agent.shell('npm outdated', {
      text: rows.map(({ name, from, to }) => `${name}  ${from}  ${from}  ${to}.0.0`).join('\n'),
      exit: 1,
    });
    const putOff: string[] = [];
    rows.forEach(({ name, to }, index) => {
      install(agent, name, to, audited);
      const seconds = agent.between(8, 20);
      const passed = `Test Files  ${Math.ceil(tests / 9)} passed (${Math.ceil(tests / 9)})\n     Tests  ${tests} passed (${tests})\n  Duration  ${seconds}.${agent.between(10, 99)}s`;
      if (agent.random.chance(0.25)) {
        agent.shell('npm test', {
          text: `FAIL src/${words.noun()}.test.ts > ${words.symbol()}\nTypeError: ${words.symbol()} is not a function\n     Tests  1 failed | ${tests - 1} passed (${tests})`,
          exit: 1,
        });
        if (putOff.length === 0 && index > 3 && agent.random.chance(0.3)) {
          agent.shell('git checkout package.json package-lock.json && npm ci', 'added 0 packages');
          putOff.push(name);
          return;
        }
        agent.edit(
          words.path().replace(/\.\w+$/, '.ts'),
          words.codeLines(1, 3),
          words.codeLines(1, 3),
        );
      }
      agent.shell(
        'npm test',
        { text: passed, seconds: seconds + 1.3 },
        { tookMs: (seconds + 2) * 1000 },
      );
      agent.shell(
        `git commit -qam "Upgrade ${name} to ${to}" && git log -1 --oneline`,
        `${words.hex(8)} Upgrade ${name} to ${to}`,
      );
    });
    agent.answer(
      `${names.length - putOff.length} packages are upgraded. ${putOff.length === 0 ? 'None was' : `${putOff.join(', ')} was`} put off.`,
    );
  },
};
