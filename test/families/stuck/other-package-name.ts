/**
 * A module is missing, and every way of installing it is tried; the program then fails as before.
 */
import type { Family } from '../family.ts';

export const otherPackageName: Family = {
  name: 's_other_package_name',
  what: 'installs one package after the other; the program misses the same module',
  batch: 14,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const module = `${words.noun()}${words.noun()}`;
    const [start, missing, install] = agent.pick([
      [
        'python app.py',
        `Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    import ${module}\nModuleNotFoundError: No module named '${module}'`,
        (name: string) => `pip install ${name}`,
      ],
      [
        'node server.js',
        `node:internal/modules/cjs/loader:1228\nError: Cannot find module '${module}'\n    at Module._load (node:internal/modules/cjs/loader:1104:3)`,
        (name: string) => `npm install ${name}`,
      ],
      [
        'go run .',
        `main.go:9:2: no required module provides package ${module}; to add it:\n\tgo get ${module}`,
        (name: string) => `go get ${name}`,
      ],
    ] as const);
    agent.prompt('Get the program to start.');
    agent.warmUp(0, 5);
    agent.loopBegins();
    agent.times(11, 16, () => {
      const name = agent.pick([
        module,
        `${module}-core`,
        `py${module}`,
        `${module}2`,
        `@${words.noun()}/${module}`,
        `${module}-${words.noun()}`,
      ]);
      agent.shell(
        `${install(name)}${agent.pick(['', ' --upgrade', ' --force', ' -v'])}`,
        agent.random.chance(0.6)
          ? {
              text: `ERROR: Could not find a version that satisfies the requirement ${name}`,
              exit: 1,
            }
          : `Successfully installed ${name}-${agent.between(0, 9)}.${agent.between(0, 20)}.${agent.between(0, 9)}`,
        { tookMs: agent.between(1500, 9000) },
      );
      agent.shell(start, { text: missing, exit: 1 });
    });
  },
};
