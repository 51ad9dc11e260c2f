/**
 * The agent that a command is about.
 */
import { isAgentName } from '../../base/agent-name.ts';
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

/** The name given with `--agent`; throws when it can be none. */
export function agentOption(name: string): string {
  if (isAgentName(name)) return name;
  throw new TripwireError(
    'USAGE',
    `--agent must be 1 to 64 letters, digits and . _ - : @ (not "." or ".."), not ${JSON.stringify(name)}`,
  );
}
