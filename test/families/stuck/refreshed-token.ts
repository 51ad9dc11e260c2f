import type { Family } from '../family.ts';

/** The clock of the service is behind: every token it is shown begins in its future. */
export const refreshedToken: Family = {
  name: 's_refreshed_token',
  what: 'gets a new token, is told that it is invalid, and gets another one',
  batch: 9,
  limit: 22,
  play(agent) {
    const host = `https://${agent.words.project()}.example`;
    const report = `${host}/v2/reports/${agent.between(2020, 2026)}-q${agent.between(1, 4)}`;
    agent.prompt(`Fetch ${report} and summarise it.`);
    agent.warmUp(0, 2);
    let token = agent.words.opaque(40);
    agent.loopBegins();
    agent.times(17, 26, () => {
      agent.call(
        'http_request',
        { method: 'GET', url: report, headers: { Authorization: `Bearer ${token}` } },
        {
          status: 401,
          headers: { date: agent.clock(), 'x-request-id': agent.words.uuid() },
          body: { error: 'invalid_token', error_description: 'Token is not valid yet (nbf)' },
        },
        {
          saying: agent.pick([
            'Now with the new token.',
            '',
            'The token was refreshed, so this should work now.',
            'Retrying the request.',
          ]),
        },
      );
      token = agent.words.opaque(40);
      agent.call(
        'http_request',
        { method: 'POST', url: `${host}/oauth/token`, body: { grant_type: 'client_credentials' } },
        {
          status: 200,
          headers: { date: agent.clock(), 'x-request-id': agent.words.uuid() },
          body: { access_token: token, token_type: 'Bearer', expires_in: 3600 },
        },
        {
          saying: agent.pick([
            'The token has expired; getting a new one.',
            'Refreshing the token.',
          ]),
        },
      );
    });
  },
};
