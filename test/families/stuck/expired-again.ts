/**
 * A login that never holds: each round has another state, code or token, and ends where it began.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => () => void;

const device: Scene = (agent) => () => {
  const code = agent.words.opaque(8).toUpperCase();
  agent.shell(
    'gh auth login --web',
    `! First copy your one-time code: ${code.slice(0, 4)}-${code.slice(4)}\nOpen this URL to continue: https://github.example/login/device`,
  );
  agent.shell('gh auth status', {
    text: 'You are not logged into any hosts. Run gh auth login to authenticate.',
    exit: 1,
  });
};
const oauth: Scene = (agent) => () => {
  const state = agent.words.opaque(16);
  agent.call(
    'open_url',
    { url: `https://sso.internal/authorize?client=cli&state=${state}` },
    { title: 'Sign in', url: `https://sso.internal/login?return=${state}` },
  );
  agent.call(
    'exchange_code',
    { state, code: agent.words.opaque(12) },
    {
      error: 'invalid_grant',
      error_description: 'The session has expired. Please sign in again.',
      trace: agent.words.uuid(),
    },
  );
};
const token: Scene = (agent) => () => {
  const fresh = agent.words.opaque(20);
  agent.call('refresh_token', {}, { access_token: fresh, expires_in: 300 });
  agent.call(
    'list_invoices',
    { token: fresh, month: '2026-09' },
    { status: 401, message: 'token revoked', request: agent.words.hex(12) },
  );
};

export const expiredAgain: Family = {
  name: 's_expired_again',
  what: 'logs in again and again; the session is gone each time',
  batch: 14,
  limit: 14,
  play(agent) {
    agent.prompt('Fetch the invoices of September.');
    agent.warmUp(0, 5);
    const round = agent.pick([device, oauth, token])(agent);
    agent.loopBegins();
    agent.times(12, 18, round);
  },
};
