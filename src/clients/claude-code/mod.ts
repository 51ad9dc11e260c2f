/**
 * A mod of Claude Code (2.1.325) as the text of its files: it asks a running Tripwire before each request to the model and
 * before each subagent, and tells how full the subscription is.
 *
 * It does what no settings hook can: requests go to the provider directly, so nothing else refuses them. It comes beside the
 * hooks and takes nothing over from them. The client runs it without Node and skips a hook that fails, so every failure here
 * is turned into a refusal.
 */
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';

/** Where a mod asks. */
export interface ModServer {
  /** The server's address, without a path. */
  readonly url: string;
  readonly agent: string;
}

/** Below the client's folder: what stands there is loaded by every session. */
export const MOD_FOLDER = 'skills/tripwire';

/** Every file of it has this, so that nothing of anybody else is written over. */
export const MOD_MARK = 'Written by tripwire init claude-code --mod';

const MODULE = String.raw`
const text = (refusal) => refusal + '\n';

/** Why something may not happen; null: it may. What cannot be asked may not. */
const refused = async ($, next, agentId) => {
  try {
    const session = await $.session.id();
    const thread = agentId === undefined ? {} : { thread: agentId };
    const { refusal } = await ask($, next, { ask: 'request', session, ...thread });
    if (refusal !== null && typeof refusal !== 'string') throw new Error('its answer cannot be read');
    return refusal;
  } catch (error) {
    return 'Tripwire could not be asked, so this is refused: ' + error.message + '. Run "tripwire doctor".';
  }
};

const ask = async ($, next, question) => {
  const url = (await $.env.get('TRIPWIRE_URL')) || SERVER;
  const agent = (await $.env.get('TRIPWIRE_AGENT')) || AGENT;
  const key = await $.env.get('TRIPWIRE_AGENT_KEY');
  const address = url.replace(/\/+$/, '') + '/agents/' + encodeURIComponent(agent) + '/hooks/journal';
  const headers = { 'content-type': 'application/json', ...(key ? { authorization: 'Bearer ' + key } : {}) };
  const answer = await new Promise((resolve, reject) => {
    $.http.fetch(address, { method: 'POST', headers, body: JSON.stringify(question) }).then(resolve, reject);
    const late = () => reject(new Error('there was no answer within ' + TIMEOUT_MS + ' ms'));
    $.clock.sleep(TIMEOUT_MS, { signal: next.signal }).then(late, () => {});
  });
  const said = JSON.parse(answer.text);
  if (said.ok !== true) throw new Error(String(said.problem ?? 'it answered ' + answer.status));
  return said;
};

let lastTold = '';

/** How full the subscription is; whoever cannot be told is not told, and the work goes on. */
const tellPlan = async ($, next) => {
  try {
    const { rateLimits } = await $.session.usage();
    const windows = rateLimits
      .filter(({ kind, percentUsed }) => WINDOWS.includes(kind) && percentUsed >= 0)
      .map(({ kind, percentUsed, resetsAt }) => {
        const reset = Math.floor(Date.parse(resetsAt ?? '') / 1000) * 1000;
        const used = Math.min(USED_MAX, Math.round(percentUsed * 100));
        return { name: kind, ...(reset > 0 ? { resetAt: reset } : {}), used };
      });
    const told = JSON.stringify(windows);
    if (windows.length === 0 || told === lastTold) return;
    await ask($, next, { ask: 'plan', session: await $.session.id(), windows });
    lastTold = told;
  } catch {
    // The next answer tells it again.
  }
};

/** A turn that ends without a request: the person reads why. */
async function* ended(e, refusal) {
  yield { kind: 'text', index: 0, text: text(refusal) };
  yield { kind: 'stop', stopReason: 'end_turn', usage: null };
  return { turnId: e.turnId, index: e.index, answer: refusal, toolUses: [], stopReason: 'end_turn', usage: null };
}

export const register = (on) => {
  on('turn.step', async function* ($, e, next) {
    const refusal = await refused($, next, e.agentId);
    if (refusal !== null) return yield* ended(e, refusal);
    const response = yield* next(e);
    await tellPlan($, next);
    return response;
  }).catch(async function* ($, e, next) {
    return next.called ? yield* next(e) : yield* ended(e, FAILED);
  });
  on('agent.spawn', async ($, e, next) => {
    const refusal = await refused($, next, e.parentAgentId);
    return refusal === null ? next(e) : { deny: refusal };
  }).catch(($, e, next) => (next.called ? next(e) : { deny: FAILED }));
};
`;

/** The files of the mod, by their place below its folder. */
export function modFiles({ url, agent }: ModServer): Readonly<Record<string, string>> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    '.claude-plugin/plugin.json': json({
      name: 'tripwire',
      description: `Asks Tripwire before requests to the model. ${MOD_MARK}.`,
      author: { name: 'Tripwire' },
    }),
    'hooks/hooks.json': json({ description: `${MOD_MARK}.`, modules: ['./register.js'] }),
    'hooks/register.js': [
      `// ${MOD_MARK}; changes are lost when it is written again.`,
      `const SERVER = ${JSON.stringify(url)};`,
      `const AGENT = ${JSON.stringify(agent)};`,
      `const TIMEOUT_MS = ${HOOK_DEADLINES_MS.decision};`,
      'const FAILED = \'Tripwire could not judge this, so it is refused. Run "tripwire doctor".\';',
      "const WINDOWS = ['five_hour', 'seven_day'];",
      'const USED_MAX = 100000;',
      MODULE,
    ].join('\n'),
  };
}
