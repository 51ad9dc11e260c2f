/**
 * What a session did, for the reports: its goal, its model, its last steps.
 */
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import { strictSignature } from '../../detect/index.ts';
import { sessionOf, withSession, type Rule } from './situation.ts';

const STEPS_KEPT = 20;
const TEXT_LENGTH_MAX = 160;
const GOAL_LENGTH_MAX = 1_000;

/** Remembers the event. */
export const memoryRule: Rule = (now) => {
  const { event, call } = now;
  const session = sessionOf(now);
  const seen = withSession(now, { lastAtMs: event.atMs });
  if (event.kind === 'session-start')
    return withSession(seen, { model: event.model ?? session.model });
  if (event.kind === 'prompt' && event.agent === null) {
    const goal = session.goal ?? redactSecrets(event.text.slice(0, GOAL_LENGTH_MAX));
    return withSession(seen, { goal });
  }
  if (event.kind !== 'tool-after' || call === null) return seen;
  const { command, step } = call;
  const what =
    command === null ? strictSignature(event.tool, event.args) : `${event.tool}: ${command}`;
  const note = {
    atMs: event.atMs,
    what: oneLine(what),
    error: step.error !== null ? oneLine(event.result) : null,
  };
  return withSession(seen, { steps: [...session.steps, note].slice(-STEPS_KEPT) });
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH_MAX);
}
