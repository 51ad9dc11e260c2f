/**
 * The environment of the processes that the fault planter starts.
 * What a surrounding test run or git hook has set would lead them to the wrong tree.
 */
import { delimiter, join } from 'node:path';

export function childEnvironment(root: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|GIT_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    // Tests that start `node` must get the project's own.
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
    // Under CI a missing snapshot fails; otherwise a faulty one would be written and pass.
    CI: '1',
  };
}
