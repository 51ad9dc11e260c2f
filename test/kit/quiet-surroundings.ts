/** A project around which there is nothing that a rule of the loop would look at. */
import type { Surroundings } from '../../src/loop/index.ts';

export const QUIET_SURROUNDINGS: Surroundings = {
  files: [],
  manifestProblem: null,
  usage: null,
  testCommand: null,
  unattended: false,
  tree: null,
  reserved: null,
  places: { stateFolder: '/p/.geometry', dataFolder: '/h/.tripwire', project: '/p', home: '/h' },
};
