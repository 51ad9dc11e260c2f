/**
 * The corpus of the HTTP fuzz tests: requests for both ports, as bytes. The tricks of the other hostile tests are seeds
 * too, and a request that was ever found to do harm is added at the end.
 */
import { rawRequest } from './raw-request.ts';
import { TRICKS } from './request-tricks.ts';
import { chatBody, UNREAD } from './unread-tricks.ts';

const AGENT = 'fuzz';
const CHAT = '/agents/fuzz/openai/v1/chat/completions';

/** For the port of agents. */
export const DATA_SEEDS: readonly string[] = [
  rawRequest({ method: 'POST', target: CHAT, body: chatBody() }),
  rawRequest({
    method: 'POST',
    target: '/agents/fuzz/tw_unknown/openai/v1/responses',
    body: chatBody(),
  }),
  rawRequest({ method: 'POST', target: '/agents/fuzz/hooks/claude-code', body: '{}' }),
  rawRequest({ method: 'GET', target: '/agents/fuzz/gemini/v1beta/models?key=tw_x&alt=sse' }),
  ...TRICKS.map(({ bytes }) => bytes(CHAT, AGENT, 'free')),
  ...UNREAD.map(({ method = 'POST', path = 'openai/v1/chat/completions', headers = [], body }) => {
    const bytes = body ?? Buffer.from(chatBody());
    return rawRequest({
      method,
      target: `/agents/${AGENT}/${path}`,
      headers: [['content-length', String(bytes.length)], ...headers],
      body: bytes.toString('latin1'),
    });
  }),
];

const json = [['content-type', 'application/json']] as const;

/** For the port of people, from somebody without a token. */
export const CONTROL_SEEDS: readonly string[] = [
  rawRequest({ method: 'GET', target: '/api/agents' }),
  rawRequest({ method: 'GET', target: '/api/agents/a/../../api/agents' }),
  rawRequest({
    method: 'GET',
    target: '/api/agents?token=x',
    headers: [['authorization', 'Bearer x']],
  }),
  rawRequest({ method: 'POST', target: '/api/agents', headers: json, body: '{"name":"new"}' }),
  rawRequest({
    method: 'POST',
    target: '/api/agents/held/activate',
    headers: json,
    body: '{"why":"x"}',
  }),
  rawRequest({ method: 'POST', target: '/api/agents/held/keys', headers: json, body: '{}' }),
  rawRequest({ method: 'DELETE', target: '/api/keys' }),
  rawRequest({ method: 'POST', target: '/api/resume-all', headers: json, body: '{}' }),
  rawRequest({ method: 'POST', target: '/api/session', headers: json, body: '{"token":"x"}' }),
  rawRequest({ method: 'GET', target: '/', headers: [['cookie', 'tripwire=x']] }),
  rawRequest({ method: 'GET', target: '/metrics' }),
  rawRequest({ method: 'GET', target: '/act/x' }),
  rawRequest({
    method: 'POST',
    target: '/api/agents/held/activate',
    headers: [['x-http-method-override', 'GET'], ['origin', 'http://127.0.0.1'], ...json],
    body: '{}',
  }),
];
