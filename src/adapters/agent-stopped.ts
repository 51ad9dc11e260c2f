/**
 * How an adapter ends a run that may not go on: the only thing that every SDK obeys is a throw.
 */
import { TripwireError, type GateRefusal } from '../core/index.ts';

/** The agent was stopped. The run is over; `refusal` says who stopped it and what a person does about it. */
export class AgentStopped extends TripwireError {
  override readonly name = 'AgentStopped';
  readonly refusal: GateRefusal;

  constructor(refusal: GateRefusal) {
    super('AGENT_STOPPED', stopWords(refusal));
    this.refusal = refusal;
  }
}

/** A stop as a person reads it: why, what to do about it, and where everything about it is shown. */
export function stopWords({ reason, remedy, link }: GateRefusal): string {
  const page = link === undefined ? '' : `${remedy.endsWith('.') ? '' : '.'} See ${link}`;
  return `${reason} ${remedy}${page}`;
}
