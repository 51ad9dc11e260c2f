/**
 * `tripwire grant` and `tripwire refuse`: a person's answer to one action that waits.
 *
 * A yes cannot be taken back once the action has run, so a person at a terminal sees what it is about and types the
 * agent's name. Without a terminal it takes a token with a name: an agent has a shell too.
 */
import { parseArgs } from 'node:util';
import type { Approval } from '../../control/api/client.ts';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { confirmName } from '../terminal/confirm-name.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { complain, say, sayJson } from '../terminal/say.ts';
import { approvalLines } from './command.ts';

type Answer = 'grant' | 'refuse';

const DID: Readonly<Record<Answer, string>> = {
  grant: 'Granted. The agent has to make the call again, unless it is still waiting.',
  refuse: 'Refused.',
};

const MEANING: Readonly<Record<Answer, string>> = {
  grant: 'Approves one waiting action: it may run once.',
  refuse: 'Refuses one waiting action.',
};

const NEEDS: Readonly<Record<Answer, string>> = {
  grant: `
It needs a terminal, where you type the agent's name. A program needs a token with a name in
TRIPWIRE_ADMIN_TOKEN.`,
  refuse: '',
};

/** The command for one of the two answers. */
export function answerCommand(answer: Answer): Command {
  const help = `tripwire ${answer} TARGET [--agent NAME] [--why TEXT] [--yes] [--json]

${MEANING[answer]} tripwire approvals lists them with their targets.${NEEDS[answer]}
  --agent NAME    which agent's action, if two wait for the same
  --why TEXT      a note that is recorded with the answer
  --yes           don't ask; works at a terminal only
  --json          one JSON object: what was decided
Exit codes: 0 answered; 1 nothing waits under this target, you may not answer it, the name was not
confirmed, or no Tripwire is running; 2 wrong options.`;
  return { help, run: (args) => give(answer, args) };
}

async function give(answer: Answer, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      agent: { type: 'string' },
      why: { type: 'string' },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) {
    const words = `${answer} takes one target: tripwire ${answer} TARGET (tripwire approvals lists them)`;
    throw new TripwireError('USAGE', words);
  }
  return withAdmin(values.json, async (server) => {
    const waiting = await server.call('GET /api/approvals');
    const found = waiting.filter(
      (one) =>
        (one.target === target || one.id === target) &&
        (values.agent === undefined || one.agent === values.agent),
    );
    const [approval, other] = found;
    if (approval === undefined || other !== undefined) {
      complain(`tripwire: ${found.length === 0 ? none(target) : several(found)}`);
      return 1;
    }
    if (!(await isMeant(answer, approval, values.yes))) return 1;
    const { why } = values;
    const body = { by: personName(), ...(why === undefined ? {} : { why }) };
    const params = { id: approval.id };
    const decided = await server.call(`POST /api/approvals/:id/${answer}`, { params, body });
    if (values.json) sayJson(decided);
    else say(DID[answer]);
    return 0;
  });
}

/** Only a yes is asked about: a no can be followed by a yes. */
async function isMeant(answer: Answer, approval: Approval, isSaid: boolean): Promise<boolean> {
  if (answer === 'refuse') return true;
  const ask = () => {
    printLines(approvalLines(approval, Date.now()));
    return confirmName(approval.agent, process.stdin, process.stdout);
  };
  return isPersonsAct({ isSaid, ask });
}

function none(target: string): string {
  return `nothing waits for a yes under ${target}; tripwire approvals lists what does`;
}

function several(found: readonly Approval[]): string {
  const whose = found.map(({ agent, session }) => `${agent} (${session ?? 'all sessions'})`);
  return `several wait for this: ${whose.join(', ')}; name one with --agent NAME, or give its id`;
}
