/**
 * What our plugin in OpenCode is answered: the answer itself, which the plugin turns into throwing, appending or
 * aborting. An exit code other than 0 is a failure, and the plugin throws.
 */
import type { AnswerTable, EventAnswers } from '../client-hooks.ts';

const say = (text: string) => ({ action: 'pass', say: text });
const deny = (text: string) => ({ action: 'deny', reason: text, endsSession: false });
const end = (text: string) => ({ action: 'deny', reason: text, endsSession: true });
const goOn = (text: string) => ({ action: 'continue', reason: text });

const refusing: EventAnswers = { say, deny, end, goOn: null, onFailure: 'refuse' };
/** What has happened already: the agent can be told, and the session aborted. */
const telling: EventAnswers = { say, deny: say, end, goOn: null, onFailure: 'tell' };

/** Passing is said aloud: the plugin takes silence for a hook that did not run. */
export const OPENCODE_SILENCE = { action: 'pass', say: null };

/** The answers to each event that the plugin sends. */
export const OPENCODE_ANSWERS: AnswerTable = {
  'session.created': telling,
  'chat.message': { ...refusing, isPrompt: true },
  'tool.execute.before': refusing,
  'tool.execute.after': telling,
  'session.idle': { say, deny: say, end: say, goOn, onFailure: 'tell' },
  'experimental.session.compacting': telling,
  'session.compacted': telling,
  'message.updated': telling,
  'session.deleted': telling,
};
