/**
 * `tripwire resume-all`: lifts what `stop-all` raised, and nothing else.
 */
import { parseArgs } from 'node:util';
import type { ActedView } from '../../control/index.ts';
import type { AgentView } from '../../gate/index.ts';
import { withAdmin } from '../server/admin-call.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { heldBy, heldLine, remedyText } from './standing-text.ts';

/** Help text of the command. */
export const RESUME_ALL_HELP = `tripwire resume-all [--json]

Lifts what tripwire stop-all raised. An agent that was stopped on its own stays stopped, and is named.
  --json    one JSON object: recorded (true or false)
Exit codes: 0 lifted; 1 no Tripwire is running, or it could not be recorded; 2 wrong options.`;

/** Runs the command; returns its exit code. */
export function resumeAll(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
  });
  return withAdmin(values.json, async (server) => {
    const acted = await server.post<ActedView>('/api/resume-all', { by: personName() });
    if (values.json) console.log(JSON.stringify(acted));
    else printLines(resumedAllLines(await server.get<readonly AgentView[]>('/api/agents')));
    return 0;
  });
}

/** The lines about a release of all. */
function resumedAllLines(agents: readonly AgentView[]): Line[] {
  const held = agents.flatMap((agent) => heldBy(agent, null));
  return [
    [span('The stop of all agents is lifted.', 'green')],
    ...held.flatMap((one): Line[] => [
      [span(`  ${one.agent} is still held by `), ...heldLine(one)],
      [span(`    to lift it: ${remedyText(one)}`, 'cyan')],
    ]),
  ];
}
