/**
 * The plugin that gives OpenCode the hooks it does not have (1.18.33), as the text of a file.
 *
 * It only carries: each event goes as JSON to `tripwire hook opencode`, and what comes back is thrown, appended or
 * aborted. It is written for any JavaScript engine and imports nothing but Node's own modules, because OpenCode runs
 * it inside its own process and would try to install anything else.
 */

import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';

const PLUGIN_BODY = String.raw`
import { spawn } from 'node:child_process';

/** Asks Tripwire. Rejects when there is no answer: whoever calls it before a tool lets that throw. */
function ask(payload) {
  return new Promise((resolve, reject) => {
    const failed = (why) =>
      reject(new Error('Tripwire could not be asked, so this is refused: ' + why + '. Run "tripwire doctor".'));
    const child = spawn(payload.event === 'chat.message' ? PROMPT_COMMAND : COMMAND, { shell: true, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed('there was no answer within ' + TIMEOUT_MS + ' ms');
    }, TIMEOUT_MS);
    child.stdout.on('data', (chunk) => { stdout += chunk; });
    child.stderr.on('data', (chunk) => { stderr += chunk; });
    child.stdin.on('error', () => {});
    child.on('error', (error) => { clearTimeout(timer); failed(error.message); });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code !== 0) return failed('the hook ended with exit code ' + code + ': ' + stderr.trim().slice(-2000));
      // Silence is no answer: a command that does nothing at all is silent too.
      try {
        const answer = JSON.parse(stdout);
        if (!['pass', 'deny', 'continue'].includes(answer.action)) throw new Error('unknown');
        resolve(answer);
      } catch {
        failed('its answer cannot be read');
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

export const Tripwire = async ({ client, directory }) => {
  const parents = new Map();
  const pending = new Map();
  /** Sessions that go on because of us, and those whose next prompt is ours. */
  const kept = new Set();
  const ours = new Set();
  const argsOf = new Map();
  const counted = new Map();

  const rootOf = (sessionID) => {
    let root = sessionID;
    for (let up = 0; up < 16 && parents.has(root); up += 1) root = parents.get(root);
    return root;
  };
  const report = (event, sessionID, more) =>
    ask({ event, sessionID, rootID: rootOf(sessionID), directory, ...more });
  const keep = (sessionID, text) => {
    if (!text) return;
    pending.set(sessionID, [...(pending.get(sessionID) ?? []), text].slice(-8));
  };
  const abort = async (sessionID) => {
    try {
      await client.session.abort({ path: { id: sessionID } });
    } catch {
      // The denial stands without it.
    }
  };
  /** Before something happens: a denial, and every failure, throws. What is said waits for the next tool result. */
  const gate = async (event, sessionID, more) => {
    const answer = await report(event, sessionID, more);
    if (answer.action === 'deny') {
      if (answer.endsSession) await abort(sessionID);
      throw new Error(answer.reason);
    }
    keep(sessionID, answer.say);
  };
  /** After something happened: nothing can be denied, so a failure is only told. */
  const tell = async (event, sessionID, more) => {
    try {
      const answer = await report(event, sessionID, more);
      if (answer.endsSession) await abort(sessionID);
      keep(sessionID, answer.say ?? answer.reason);
      return answer;
    } catch (error) {
      keep(sessionID, error.message);
      return { action: 'pass' };
    }
  };
  const taken = (sessionID) => {
    const texts = pending.get(sessionID) ?? [];
    pending.delete(sessionID);
    return texts;
  };

  const onIdle = async (sessionID) => {
    const answer = await tell('session.idle', sessionID, { isStopHookActive: kept.has(sessionID) });
    if (answer.action !== 'continue') return;
    kept.add(sessionID);
    ours.add(sessionID);
    const parts = [{ type: 'text', text: taken(sessionID).join('\n\n') }];
    try {
      await client.session.promptAsync({ path: { id: sessionID }, body: { parts } });
    } catch {
      ours.delete(sessionID);
    }
  };
  const onMessage = async (info) => {
    if (info?.role !== 'assistant' || !info.time?.completed || !info.tokens) return;
    // It is reported several times once it is complete.
    if (counted.get(info.sessionID) === info.id) return;
    counted.set(info.sessionID, info.id);
    const { input = 0, cache = {} } = info.tokens;
    const contextTokens = input + (cache.read ?? 0) + (cache.write ?? 0);
    const output = (info.tokens.output ?? 0) + (info.tokens.reasoning ?? 0);
    const tokens = { input, output, cacheRead: cache.read ?? 0, cacheWrite: cache.write ?? 0 };
    const used = { messageID: info.id, tokens };
    if (contextTokens > 0) await tell('message.updated', info.sessionID, { contextTokens, model: info.modelID, ...used });
  };
  const onEvent = async ({ type, properties = {} }) => {
    const info = properties.info;
    const sessionID = properties.sessionID ?? info?.id;
    if (type === 'session.created') {
      if (info?.parentID) parents.set(info.id, info.parentID);
      await tell(type, sessionID, {});
    }
    if (type === 'session.idle') await onIdle(sessionID);
    if (type === 'session.compacted') await tell(type, sessionID, {});
    if (type === 'message.updated') await onMessage(info);
    if (type === 'session.deleted') {
      await tell(type, sessionID, {});
      for (const memory of [parents, pending, kept, ours, counted]) memory.delete(sessionID);
    }
  };

  return {
    event: async ({ event }) => {
      try {
        await onEvent(event);
      } catch {
        // Nobody waits for this, and nothing hangs on it: tools are asked about one by one.
      }
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      // What we ourselves sent to keep the session going is nobody's new wish.
      if (ours.delete(sessionID)) return;
      kept.delete(sessionID);
      const texts = (parts ?? []).filter((part) => part.type === 'text').map((part) => part.text);
      const text = texts.join('\n');
      await gate('chat.message', sessionID, { text });
    },
    'chat.headers': async (_input, output) => {
      output.headers['x-tripwire-hooks'] = 'opencode';
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      await gate('tool.execute.before', sessionID, { tool, callID, args });
      argsOf.set(callID, args);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const given = args ?? argsOf.get(callID) ?? null;
      argsOf.delete(callID);
      const exitCode = output.metadata?.exit;
      const result = String(output.output ?? '');
      await tell('tool.execute.after', sessionID, { tool, callID, args: given, output: result, exitCode });
      output.output = [result, ...taken(sessionID)].join('\n\n');
    },
    'experimental.session.compacting': async ({ sessionID }, output) => {
      await tell('experimental.session.compacting', sessionID, {});
      output.context?.push(...taken(sessionID));
    },
  };
};
`;

/**
 * The text of the plugin. `command` is how a shell starts Tripwire, already quoted where it needs to be; `promptLine` is
 * the whole line for a prompt, where it differs.
 */
export function openCodePlugin(
  command: string,
  promptLine: string = `${command} hook opencode`,
): string {
  return [
    "// Tripwire's hooks for OpenCode. Written by Tripwire; changes are lost when it is written again.",
    `const COMMAND = ${JSON.stringify(`${command} hook opencode`)};`,
    `const PROMPT_COMMAND = ${JSON.stringify(promptLine)};`,
    `const TIMEOUT_MS = ${HOOK_DEADLINES_MS.kill};`,
    PLUGIN_BODY,
  ].join('\n');
}
