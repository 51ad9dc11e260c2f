/** Tripwire's own names for sessions and threads that no client named. */

/** The agent, the session and the thread that a record belongs to when it names none. */
export const MAIN = 'main';

/**
 * The session of everything that an agent reported of itself by OpenTelemetry. A client can't name one so (see
 * `client-name.ts`): what was reported and what passed the gate are never taken for each other.
 */
export const REPORTED_SESSION = 'reported:otlp';
