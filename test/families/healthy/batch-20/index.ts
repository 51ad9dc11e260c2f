import type { Family } from '../../family.ts';
import { devicesPaired } from './devices-paired.ts';
import { examplesWorkedOff } from './examples-worked-off.ts';
import { outputAtLast } from './output-at-last.ts';
import { progressAsked } from './progress-asked.ts';
import { routesRetired } from './routes-retired.ts';
import { selectorsMended } from './selectors-mended.ts';

export const healthyBatch20: readonly Family[] = [
  devicesPaired,
  examplesWorkedOff,
  outputAtLast,
  progressAsked,
  routesRetired,
  selectorsMended,
];
