/**
 * gemini-cli: a cycle of one to five calls, five laps long, or a chant in the answer.
 *
 * Keys are compared in the order in which they were written; results are ignored; a new prompt starts
 * anew. The model that is asked for its opinion after 30 turns is left out.
 */
import { writtenCall } from './call-keys.ts';
import { isChant } from './gemini-text.ts';
import { firstFiring, type Peer } from './peer.ts';
import { endsInLaps } from './repetition.ts';

const LAPS = 5;
const PERIODS = [1, 2, 3, 4, 5];

export const geminiCli: Peer = {
  name: 'gemini-cli',
  rule: 'a cycle of 1 to 5 calls, 5 laps; or 50 characters 10 times in one answer',
  firedAt(thread) {
    let calls: string[] = [];
    return firstFiring(thread, (event) => {
      if (event.kind === 'prompt') calls = [];
      if (event.kind === 'response') return isChant(event.text);
      if (event.kind !== 'tool') return false;
      calls.push(writtenCall(event));
      return PERIODS.some((period) => endsInLaps(calls, period, LAPS));
    });
  },
};
