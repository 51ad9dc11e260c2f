/** All twins. */
import { entities } from './entities.ts';
import { handed } from './handed.ts';
import { portions } from './portions.ts';
import { refusals } from './refusals.ts';
import { retries } from './retries.ts';
import type { Twin } from './twin.ts';

export const twins: readonly Twin[] = [
  ...entities,
  ...handed,
  ...portions,
  ...refusals,
  ...retries,
];
