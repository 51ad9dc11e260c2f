/**
 * Something is to be done by an API that does not offer it; the agent makes up one route after the other.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type NotFound = (method: string, path: string) => string;

const DIALECTS: readonly ((agent: ScriptedAgent) => NotFound)[] = [
  () => (method, path) => `Cannot ${method} ${path}\nHTTP 404`,
  (agent) => (_, path) =>
    `${JSON.stringify({ timestamp: agent.clock(), status: 404, error: 'Not Found', path })}\n404`,
  (agent) => () =>
    `${JSON.stringify({ error: { code: 'route_not_found', request_id: `req_${agent.words.opaque(12)}` } })}\nHTTP 404`,
  () => () => '{"detail":"Not Found"}\n404',
];

function routes(noun: string, verb: string, id: number): string[] {
  const things = [
    `/api/v1/${noun}s`,
    `/api/v2/${noun}s`,
    `/v1/${noun}s`,
    `/${noun}s`,
    `/api/${noun}`,
  ];
  const acts = [
    `/${id}/${verb}`,
    `/${verb}`,
    `/${id}/actions/${verb}`,
    `/bulk/${verb}`,
    `:${verb}`,
  ];
  return things.flatMap((thing) => acts.map((act) => thing + act));
}

export const guessedEndpoints: Family = {
  name: 's_guessed_endpoints',
  what: 'makes up one route after the other for something that the API does not offer',
  batch: 20,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const [noun, verb, id] = [words.noun(), words.verb(), agent.between(1000, 99_999)];
    const host = `http://localhost:${agent.between(3000, 9000)}`;
    const refuse = agent.pick(DIALECTS)(agent);
    const byTool = agent.random.chance(0.3);
    agent.prompt(`Please ${verb} the ${noun} ${id} through our API and show me the response.`);
    agent.warmUp(1, 5);
    agent.shell(`curl -s ${host}/health`, '{"status":"ok"}');
    agent.loopBegins();
    for (const path of agent.shuffled(routes(noun, verb, id)).slice(0, agent.between(19, 25))) {
      const method = agent.pick(['POST', 'POST', 'PUT', 'PATCH', 'GET']);
      const saying = agent.pick(['', '', 'Perhaps the route is another one.', 'Let me try this.']);
      if (byTool)
        agent.call('http_request', { method, url: host + path }, refuse(method, path), { saying });
      else
        agent.shell(
          `curl -s -w '\\n%{http_code}' -X ${method} ${host}${path}`,
          refuse(method, path),
          { saying },
        );
    }
  },
};
