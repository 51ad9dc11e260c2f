/**
 * The session that everything belongs to which an agent reported of itself by OpenTelemetry.
 *
 * No client can have a session of this name (see `client-name.ts`), so what was reported and what passed the gate are
 * never taken for each other.
 */
export const REPORTED_SESSION = 'reported:otlp';
