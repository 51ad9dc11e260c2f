/** The program that hooks start: this Tripwire's own launcher. */
import { join } from 'node:path';
import { packageFolder } from '../../base/node/package-folder.ts';

/** Its path. */
export const OWN_PROGRAM = join(packageFolder(), 'bin/tripwire');
