import type { Family } from '../family.ts';

export const deniedEndpoints: Family = {
  name: 's_denied_endpoints',
  what: 'tries a request with ever other headers and paths, and is forbidden each time',
  batch: 7,
  limit: 14,
  play(agent) {
    const host = `https://api.${agent.words.project()}.example`;
    agent.prompt('Export the audit log through the API.');
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(16, 28, () => {
      const path = agent.pick([
        '/v1/audit',
        '/v2/audit',
        '/audit/export',
        '/admin/audit',
        '/v1/audit?limit=10',
      ]);
      const header = agent.pick([
        'Authorization: Bearer $TOKEN',
        'X-Api-Key: $TOKEN',
        'Authorization: token $TOKEN',
        'Cookie: session=$TOKEN',
      ]);
      const denial = JSON.stringify({
        status: 403,
        error: 'forbidden',
        message: 'Missing scope audit:read',
        request_id: `req_${agent.words.opaque(14)}`,
      });
      if (agent.manner === 'custom')
        agent.call(
          'http_request',
          { method: 'GET', url: host + path, headers: { auth: header } },
          denial,
        );
      else agent.shell(`curl -s -H "${header}" ${host}${path}`, denial);
    });
  },
};
