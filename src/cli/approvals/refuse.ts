/** `tripwire refuse`. */
import { answerCommand } from './answer.ts';

export const command = answerCommand('refuse');
