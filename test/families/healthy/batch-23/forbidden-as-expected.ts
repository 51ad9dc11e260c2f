/**
 * An audit of permissions: every role asks for every route that it must not have, and is refused as it should be.
 */
import type { Family } from '../../family.ts';

export const forbiddenAsExpected: Family = {
  name: 'h_forbidden_as_expected',
  what: 'tries each route with each role; nearly all are refused in the same words, which is what the audit wants',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const host = `http://localhost:${agent.pick([3000, 8000, 8080])}`;
    const roles = agent
      .shuffled(['guest', 'viewer', 'billing', 'support', 'auditor', 'editor'])
      .slice(0, agent.between(3, 4));
    const routes = [
      ...new Set(
        Array.from(
          { length: agent.between(9, 14) },
          () => `/admin/${words.noun()}s/${agent.pick(['export', 'purge', 'grant', '1', 'all'])}`,
        ),
      ),
    ];
    const body = agent.pick(['{"error":"forbidden"}', 'Forbidden', '{"code":403}']);
    const leaks: string[] = [];
    const fails = agent.random.chance(0.5);
    agent.prompt('Check that no role but admin reaches the admin routes. Report each that does.');
    agent.warmUp(1, 4);
    for (const role of roles) {
      agent.shell(`./scripts/token.sh ${role} > /tmp/${role}.jwt`, '');
      for (const route of routes) {
        const leak = agent.random.chance(0.04);
        if (leak) leaks.push(`${role} ${route}`);
        agent.shell(
          `curl -s${fails ? 'f' : ''} -w '\\n%{http_code}' -H "Authorization: Bearer $(cat /tmp/${role}.jwt)" ${host}${route}`,
          leak
            ? `{"${words.noun()}":[${agent.between(1, 90)}],"total":${agent.between(1, 900)}}\n200`
            : fails
              ? { text: 'curl: (22) The requested URL returned error: 403', exit: 22 }
              : `${body}\n403`,
          { saying: leak ? '' : agent.pick(['', '', `${role} next route.`]) },
        );
      }
    }
    agent.answer(
      `${roles.length * routes.length} pairs checked. Open: ${leaks.join('; ') || '-'}.`,
    );
  },
};
