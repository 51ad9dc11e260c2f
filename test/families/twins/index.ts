/** All twins. */
import { portions } from './portions.ts';
import type { Twin } from './twin.ts';

export const twins: readonly Twin[] = [...portions];
