/** The program that hooks start: this Tripwire's own launcher. */
import { fileURLToPath } from 'node:url';

/** Its path. */
export const OWN_PROGRAM = fileURLToPath(new URL('../../../bin/tripwire', import.meta.url));
