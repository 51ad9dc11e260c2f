/**
 * `tripwire doctor --accept-journal`: what became of it, as a check.
 */
import { errorWords } from '../../base/error-words.ts';
import type { Config } from '../../config/index.ts';
import { acceptJournal } from '../../server/accept-journal.ts';
import { personName } from '../terminal/person-name.ts';
import type { Check } from './checks.ts';

const NAME = 'accepted';

/** Accepts the journal that is there, if it needs that. */
export async function acceptChecks(config: Config): Promise<readonly Check[]> {
  const by = personName();
  try {
    const detail = (await acceptJournal(config, by))
      ? `${by} accepted the journal that is there, which is recorded. Stops that people made are in force again; ` +
        'what the kill switch stopped since then is not in it: look at your agents before they work'
      : 'the journal is not older than it was, so there is nothing to accept';
    return [{ name: NAME, ok: true, detail }];
  } catch (error) {
    return [{ name: NAME, ok: false, detail: `nothing was accepted: ${errorWords(error)}` }];
  }
}
