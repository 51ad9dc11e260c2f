import type { Family } from '../../family.ts';
import { filesConverted } from './files-converted.ts';
import { oldLinksAsked } from './old-links-asked.ts';
import { stagesWaitedOut } from './stages-waited-out.ts';

export const healthyBatch19: readonly Family[] = [filesConverted, oldLinksAsked, stagesWaitedOut];
