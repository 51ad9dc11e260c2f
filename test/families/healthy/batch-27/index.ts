import type { Family } from '../../family.ts';
import { duplicatesLookedFor } from './duplicates-looked-for.ts';
import { examsGraded } from './exams-graded.ts';
import { glossaryBuilt } from './glossary-built.ts';
import { registersRead } from './registers-read.ts';
import { replicasRecycled } from './replicas-recycled.ts';
import { robotMaze } from './robot-maze.ts';
import { stackLanded } from './stack-landed.ts';
import { stringsApproved } from './strings-approved.ts';

export const healthyBatch27: readonly Family[] = [
  duplicatesLookedFor,
  examsGraded,
  glossaryBuilt,
  registersRead,
  replicasRecycled,
  robotMaze,
  stackLanded,
  stringsApproved,
];
