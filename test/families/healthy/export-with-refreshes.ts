import type { Family } from '../family.ts';

export const exportWithRefreshes: Family = {
  name: 'h_export_with_refreshes',
  what: 'fetches report after report with tokens that live for a few requests only',
  batch: 9,
  play(agent) {
    const host = `https://${agent.words.project()}.example`;
    agent.prompt(`Fetch all reports of ${host}/v2/reports and add up the totals.`);
    let token = agent.words.opaque(40);
    let sum = 0;
    const get = (url: string, status: number, body: unknown) =>
      agent.call(
        'http_request',
        { method: 'GET', url, headers: { Authorization: `Bearer ${token}` } },
        { status, headers: { date: agent.clock(), 'x-request-id': agent.words.uuid() }, body },
      );
    const life = agent.between(2, 4);
    let used = 0;
    agent.times(26, 44, (index) => {
      const url = `${host}/v2/reports/${1000 + index}`;
      if (used >= life) {
        get(url, 401, { error: 'invalid_token', error_description: 'Token has expired' });
        token = agent.words.opaque(40);
        agent.call(
          'http_request',
          {
            method: 'POST',
            url: `${host}/oauth/token`,
            body: { grant_type: 'client_credentials' },
          },
          {
            status: 200,
            headers: { date: agent.clock(), 'x-request-id': agent.words.uuid() },
            body: { access_token: token, token_type: 'Bearer', expires_in: 60 },
          },
          { saying: 'The token has expired; getting a new one.' },
        );
        used = 0;
      }
      used += 1;
      const total = agent.between(100, 99_999);
      sum += total;
      get(url, 200, {
        id: 1000 + index,
        title: `${agent.words.noun()} ${agent.words.noun()}`,
        total,
      });
    });
    agent.answer(`The totals come to ${sum}.`);
  },
};
