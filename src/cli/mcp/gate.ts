/**
 * The gate that `tripwire mcp` asks: the running server's, else the project's own.
 *
 * A client starts one such process for each of its MCP servers, and they all speak for one agent. So none of them keeps
 * a journal to itself: like a hook, each opens the project's for one question at a time. Where the server is, is looked
 * up each time too; one that is started meanwhile counts from then on.
 */
import type { Environment } from '../../base/environment.ts';
import type { ToolGate } from '../../guardrails/index.ts';
import { findStateFolder, makeStateFolder, underStateLock } from '../../loop/index.ts';
import { serverPlace } from '../../server/hook-server.ts';
import { asHookGate, openProjectGate } from '../../server/project-gate.ts';
import { ServerGate } from '../../server/server-gate.ts';

type AskedGate = Required<ToolGate>;

/** The gate for a client that works in this folder. */
export function mcpGate(cwd: string, env: Environment): AskedGate {
  return {
    standing: (...address) => asking(cwd, env, (gate) => gate.standing(...address)),
    tool: (seen) => asking(cwd, env, (gate) => gate.tool(seen)),
  };
}

async function asking<Answer>(
  cwd: string,
  env: Environment,
  ask: (gate: AskedGate) => Promise<Answer>,
): Promise<Answer> {
  const place = serverPlace(env);
  if (place !== null) {
    const key = env['TRIPWIRE_AGENT_KEY'];
    return ask(new ServerGate({ url: place.url, ...(key ? { key } : {}) }));
  }
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
