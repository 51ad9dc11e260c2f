/**
 * `tripwire doctor --accept-journal` and `--accept-clock`: what became of them, as checks.
 */
import { errorWords } from '../../base/error-words.ts';
import { stateFolder } from '../../base/node/state-folder.ts';
import type { Config } from '../../config/index.ts';
import { acceptClock, acceptJournal } from '../../server/accept.ts';
import { agreed } from '../init/consent.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import type { Check } from './checks.ts';

const NAME = 'accepted';

const JOURNAL_QUESTION =
  'Accept the journal as it is? What was recorded since, stops of the kill switch among it, is gone.';
const CLOCK_QUESTION =
  'Is the time right? Data that is too old by it is deleted at the next start.';

/** Whether a person accepts both: no server runs that could tell whose a token is, so no program may. */
export async function isAccepted(journal: boolean, clock: boolean): Promise<boolean> {
  const questions = [...(journal ? [JOURNAL_QUESTION] : []), ...(clock ? [CLOCK_QUESTION] : [])];
  for (const question of questions) {
    if (!(await isPersonsAct({ ask: () => agreed(question), knowsToken: null }))) return false;
  }
  return true;
}

/** Accepts the journal that is there, if it needs that. */
export function acceptedJournal(config: Config): Promise<Check> {
  return accepted(
    (by) => acceptJournal(config, by, stateFolder(process.env)),
    'accepted this journal, which is recorded. Stops that people made are in force again. Stops of the kill switch since ' +
      'then are not in it: check your agents before they work',
    'the journal is not older than before, so there is nothing to accept',
  );
}

/** Accepts the machine's time, if it needs that. */
export function acceptedClock(config: Config): Promise<Check> {
  return accepted(
    (by) => acceptClock(config, by),
    'accepted the clock, which is recorded. Data that is too old by it is deleted at the next start',
    'the clock looks right, so there is nothing to accept',
  );
}

async function accepted(
  accept: (by: string) => Promise<boolean>,
  done: string,
  nothing: string,
): Promise<Check> {
  const by = personName();
  try {
    const detail = (await accept(by)) ? `${by} ${done}` : nothing;
    return { name: NAME, ok: true, detail };
  } catch (error) {
    return { name: NAME, ok: false, detail: `nothing was accepted: ${errorWords(error)}` };
  }
}
