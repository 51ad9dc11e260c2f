import type { Family } from '../../family.ts';
import { caseReduced } from './case-reduced.ts';
import { dependenciesRaised } from './dependencies-raised.ts';
import { filesConverted } from './files-converted.ts';
import { firstFiftyAgain } from './first-fifty-again.ts';
import { oldLinksAsked } from './old-links-asked.ts';
import { parcelInCustoms } from './parcel-in-customs.ts';
import { puzzlesByTool } from './puzzles-by-tool.ts';
import { redInCiOnly } from './red-in-ci-only.ts';
import { stagesWaitedOut } from './stages-waited-out.ts';

export const healthyBatch19: readonly Family[] = [
  caseReduced,
  dependenciesRaised,
  filesConverted,
  firstFiftyAgain,
  oldLinksAsked,
  parcelInCustoms,
  puzzlesByTool,
  redInCiOnly,
  stagesWaitedOut,
];
