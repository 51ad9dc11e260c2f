/**
 * After an old API is switched off, each of its routes must say that it is not there; the agent asks one after the other.
 */
import type { Family } from '../../family.ts';

export const routesRetired: Family = {
  name: 'h_routes_retired',
  what: 'checks of each route of a retired API that it is gone; nearly all answer the same 404',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const host = `https://api.${words.project()}.example`;
    const routes = [
      ...new Set(
        Array.from({ length: agent.between(22, 45) }, () => `/v1/${words.noun()}s/${words.verb()}`),
      ),
    ];
    const body = agent.pick([
      '{"detail":"Not Found"}',
      '{"error":{"code":"route_not_found"}}',
      '404 page not found',
    ]);
    const byTool = agent.random.chance(0.4);
    const alive: string[] = [];
    agent.prompt(
      `v1 was switched off today. Check each route in docs/v1-routes.txt on ${host}: all must be 404.`,
    );
    agent.read(`${words.root}/docs/v1-routes.txt`, routes.join('\n'));
    for (const [index, route] of routes.entries()) {
      const isAlive = agent.random.chance(0.06);
      if (isAlive) alive.push(route);
      const shown = isAlive ? '{"items":[],"next":null}' : body;
      const saying = agent.pick(['', '', `${index + 1} of ${routes.length}.`]);
      if (byTool)
        agent.call(
          'http_request',
          { method: 'GET', url: host + route },
          { status: isAlive ? 200 : 404, body: shown },
          { saying },
        );
      else
        agent.shell(
          `curl -s -w '\\n%{http_code}' ${host}${route}`,
          `${shown}\n${isAlive ? 200 : 404}`,
          { saying },
        );
    }
    agent.answer(
      alive.length === 0
        ? `All ${routes.length} routes answer 404.`
        : `${routes.length - alive.length} of ${routes.length} answer 404. Still there: ${alive.join(', ')}`,
    );
  },
};
