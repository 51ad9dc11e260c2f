/**
 * A broken proxy ends connections at random; the agent takes each error for a mistake in its own client.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const ERRORS: readonly ((agent: ScriptedAgent) => string)[] = [
  (agent) =>
    `read tcp 10.4.0.${agent.between(2, 250)}:${agent.between(30_000, 60_000)}->10.4.0.9:3128: read: connection reset by peer`,
  () =>
    'Error: socket hang up\n    at Socket.socketOnEnd (node:_http_client:542:25) { code: "ECONNRESET" }',
  () =>
    "urllib3.exceptions.ProtocolError: ('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
  (agent) =>
    `HTTP/1.1 502 Bad Gateway\nvia: 1.1 egress-proxy\nx-request-id: ${agent.words.uuid()}\n\nupstream connect error or disconnect/reset before headers`,
  () => 'tls: first record does not look like a TLS handshake',
  (agent) => `Error: ETIMEDOUT connect after ${agent.between(4, 31)}${agent.between(100, 999)} ms`,
  () => 'unexpected EOF while reading response body',
];

const EDITS = [
  'timeout: 30_000',
  'keepAlive: false',
  'retries: 5',
  'http2: false',
  'maxSockets: 1',
  'headers["connection"] = "close"',
  'signal: AbortSignal.timeout(60_000)',
  'pool.max = 2',
  'await delay(500)',
  'agent = new Agent({ pipelining: 0 })',
  'verify=False',
  'stream = true',
];

export const proxyTakesTheBlame: Family = {
  name: 's_proxy_takes_the_blame',
  what: 'tunes its own client after each error of a broken proxy, and no run comes through',
  batch: 15,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const path = words.path();
    const command = agent.pick([
      `npm run test:e2e -- ${words.noun()}`,
      `python -m ${words.noun()}.sync --once`,
      `go run ./cmd/${words.noun()} --smoke`,
      './scripts/smoke.sh',
    ]);
    const run = () => {
      const done = agent.between(0, 3);
      agent.shell(
        command,
        {
          text: `${agent.clock()} connecting to api.${words.project()}.example\n${done} of 12 requests done\n${agent.pick(ERRORS)(agent)}`,
          exit: 1,
        },
        { saying: musing(agent, 'connection'), tookMs: agent.between(2000, 45_000) },
      );
    };
    agent.prompt('Write the sync client for the partner API and show me one full smoke run.');
    agent.warmUp(6, 12);
    agent.write(path, words.codeLines(20, 50));
    agent.loopBegins();
    agent.times(14, 19, () => {
      run();
      if (agent.random.chance(0.25)) agent.read(path, words.codeLines(15, 40));
      agent.together([editExchange(manner, path, words.code(), `  ${agent.pick(EDITS)}`)], {
        saying: musing(
          agent,
          agent.pick(['keep-alive', 'timeout', 'agent options', 'TLS settings', 'retry policy']),
        ),
      });
      if (agent.random.chance(0.15)) agent.shell('npx tsc --noEmit', '');
    });
  },
};
