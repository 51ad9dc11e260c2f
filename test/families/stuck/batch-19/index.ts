import type { Family } from '../../family.ts';
import { alreadyFinished } from './already-finished.ts';
import { cosmeticEdits } from './cosmetic-edits.ts';

export const stuckBatch19: readonly Family[] = [alreadyFinished, cosmeticEdits];
