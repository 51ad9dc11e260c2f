/**
 * The one agent that a command is about.
 */
import { TripwireError } from '../../core/errors.ts';

/** Its name; throws when there is none or more than one. */
export function oneAgent(command: string, positionals: readonly string[]): string {
  const [agent, ...more] = positionals;
  if (agent !== undefined && more.length === 0) return agent;
  throw new TripwireError(
    'USAGE',
    `${command} takes the name of one agent: tripwire ${command} AGENT (tripwire agents lists them)`,
  );
}
