/** All transformations, in the order of the table. */
import { namings, paces } from './call-forms.ts';
import { cuts, framings, letterings, wrappings } from './result-forms.ts';
import type { Transformation } from './transformation.ts';

export { transformed, type Transformation } from './transformation.ts';

export const transformations: readonly Transformation[] = [
  ...wrappings,
  ...framings,
  ...letterings,
  ...cuts,
  ...namings,
  ...paces,
];
