/**
 * A manifest that cannot be read pauses the work: nobody knows which limits a person meant.
 */
import { deny, note, type Rule } from './situation.ts';

/** Pauses on a broken manifest. */
export const manifestRule: Rule = (now) => {
  const { manifestProblem: problem, places } = now.around;
  const known = { ...now, state: { ...now.state, manifestProblem: problem } };
  if (problem === null) return known;
  const isNew = now.state.manifestProblem !== problem;
  const noted = isNew ? note(known, 'MANIFEST_INVALID', 'paused', { problem }) : known;
  const { kind } = now.event;
  if (kind !== 'tool-before' && kind !== 'prompt') return noted;
  return deny(
    noted,
    `Paused by Tripwire: ${places.stateFolder}/MANIFEST.yaml cannot be used: ${problem}. The last good values stay in force. A person has to correct the file; tell them.`,
  );
};
