/**
 * Careful retries with growing pauses, for a refusal that no waiting will ever mend.
 */
import type { Family } from '../../family.ts';

const REFUSALS = [
  '{"error":{"code":401,"message":"Invalid API key","type":"authentication_error"}}',
  'HTTP/2 401\nwww-authenticate: Bearer error="invalid_token", error_description="The token was revoked"',
  'Error: 403 {"message":"Your subscription was cancelled on 3 May"}',
  'unauthorized: authentication required: the token is expired',
];

export const backoffOn401: Family = {
  name: 's_backoff_on_401',
  what: 'waits longer and longer between requests that are refused for a token that was revoked',
  batch: 23,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const refusal = agent.pick(REFUSALS);
    const host = `https://api.${words.project()}.dev/v${agent.between(1, 4)}`;
    const request = agent.pick([
      `curl -sS -H "Authorization: Bearer $API_TOKEN" ${host}/${words.noun()}s`,
      `node scripts/sync-${words.noun()}s.mjs`,
      `./bin/${words.project()} pull --all`,
    ]);
    const exit = agent.pick([0, 1, 22]);
    const apart = agent.random.chance(0.4);
    const most = agent.pick([300, 600, 1800]);
    let pause = agent.pick([5, 10, 15, 30]);
    agent.prompt(`Pull the ${words.noun()}s from the API into fixtures/.`);
    agent.warmUp(1, 5);
    agent.loopBegins();
    agent.times(16, 24, (index) => {
      const shown = agent.random.chance(0.5)
        ? refusal
        : `${refusal}\nx-request-id: ${words.uuid()}\ndate: ${agent.clock()}`;
      const saying = agent.pick([
        '',
        `Attempt ${index + 1}.`,
        `Waiting ${pause} seconds before the next attempt.`,
        'Backing off.',
      ]);
      if (apart) {
        agent.shell(`sleep ${pause}`, '', { tookMs: pause * 1000, saying });
        agent.shell(request, { text: shown, exit });
      } else {
        agent.shell(
          `sleep ${pause} && ${request}`,
          { text: shown, exit, seconds: pause },
          { tookMs: pause * 1000 + agent.between(90, 2000), saying },
        );
      }
      pause = Math.min(most, pause * 2);
    });
  },
};
