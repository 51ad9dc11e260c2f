/**
 * The gate that `tripwire mcp` asks: the running server's, else the project's own.
 *
 * A client starts one such process for each of its MCP servers, and they all speak for one agent. So none of them keeps
 * a journal to itself: like a hook, each opens the project's for one question at a time. Where the server is, is looked
 * up each time too; one that is started meanwhile counts from then on.
 */
import type { Environment } from '../../base/environment.ts';
import { MAIN } from '../../base/main-name.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import type { Gate } from '../../gate/index.ts';
import type { ApprovalGate, ToolGate } from '../../guardrails/index.ts';
import { findStateFolder, makeStateFolder, underStateLock } from '../../loop/index.ts';
import { unaskedWords } from '../../server/approvals/nobody-asked.ts';
import { serverPlace } from '../../server/hook-server.ts';
import { asHookGate, openProjectGate } from '../../server/project-gate.ts';
import { ServerGate } from '../../server/server-gate.ts';

type AskedGate = Required<Omit<ToolGate, 'approve'>> & Pick<Gate, 'signal'>;

/** Where policies in shadow are reported. */
interface PolicyReports {
  would(agent: string, policy: string, why: string): Promise<void>;
}

/** Clients of MCP give up on a call after a minute. */
const APPROVAL_WAIT_MS = 45_000;

/** The gate for a client that works in this folder; `rules` count where no server runs that has its own. */
export function mcpGate(
  cwd: string,
  env: Environment,
  rules: readonly ApprovalConfig[],
): Required<ToolGate> & ApprovalGate & PolicyReports {
  // One for all questions of a policy: it knows up to where their answers were heard.
  let asking: ServerGate | null = null;
  let owed: string | null = null;
  const asked = () => (asking ??= serverGate(env) ?? nobody());
  return {
    approve: async (call) => {
      const server = serverGate(env);
      return server === null ? unaskedWords(rules, { ...call, door: 'mcp' }) : server.approve(call);
    },
    would: async (agent, policy, why) => {
      const server = serverGate(env);
      if (server !== null) return server.would(agent, MAIN, policy, why);
      return askingOnce(cwd, env, (gate) =>
        gate.signal({
          agent,
          source: 'policy',
          change: 'note',
          details: why,
          would: { rule: 'policy', act: 'refuse', name: policy },
        }),
      );
    },
    signal: async (raised) => asked().signal(raised),
    holds: async (agent, session) => asked().holds(agent, session),
    onEvent: (listener) => asked().onEvent(listener),
    standing: (...address) => askingOnce(cwd, env, (gate) => gate.standing(...address)),
    // Where no server runs each question has a gate of its own, so what is to be said is asked for with the call.
    tool: (seen) =>
      askingOnce(cwd, env, async (gate) => {
        const refusal = await gate.tool(seen);
        owed = refusal === null ? await gate.steer(seen) : null;
        return refusal;
      }),
    steer: () => {
      const words = owed;
      owed = null;
      return Promise.resolve(words);
    },
    save: (save) => askingOnce(cwd, env, (gate) => gate.save(save)),
  };
}

/** The running server, asked as this command asks; null when none runs. */
function serverGate(env: Environment): ServerGate | null {
  const place = serverPlace(env);
  const key = env['TRIPWIRE_AGENT_KEY'];
  return place === null
    ? null
    : new ServerGate({
        url: place.url,
        door: 'mcp',
        approvalWaitMs: APPROVAL_WAIT_MS,
        ...(key ? { key } : {}),
      });
}

function nobody(): never {
  throw new Error('no Tripwire is running that could ask a person; start it with tripwire up');
}

async function askingOnce<Answer>(
  cwd: string,
  env: Environment,
  ask: (gate: AskedGate) => Promise<Answer>,
): Promise<Answer> {
  const server = serverGate(env);
  if (server !== null) return ask(server);
  const folder = findStateFolder(cwd, env);
  makeStateFolder(folder);
  return underStateLock(folder, async () => {
    const { gate, close } = await openProjectGate(folder, env);
    try {
      return await ask(asHookGate(gate, folder));
    } finally {
      await close();
    }
  });
}
