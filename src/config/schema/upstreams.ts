/**
 * The shape of an upstream. The three known ones have a URL and a format of their own; any other names
 * both.
 */
import { z } from 'zod';
import { NO_LITERAL, SECRET_REF_PATTERN, type SecretRef } from '../secret.ts';

/** Where the known upstreams are unless a person says otherwise. */
export const UPSTREAM_URLS = {
  openai: 'https://api.openai.com',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
} as const;

export type KnownUpstream = keyof typeof UPSTREAM_URLS;

/** Headers that belong to the connection or to the message's framing: the proxy alone writes them. */
const FRAMING_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const secretRef = z.custom<SecretRef>();

/** A secret by the name of its variable; absent where nobody set it. */
const namedSecret = (what: string) =>
  z.string().regex(SECRET_REF_PATTERN, NO_LITERAL).pipe(secretRef).exactOptional().describe(what);

/** The chats that may stop agents, each with what it signs with; one that is absent stops nobody. */
export const chatCommands = z.strictObject({
  slack: namedSecret('env:NAME of the signing secret of your Slack app, for a slash command.'),
  teams: namedSecret('env:NAME of the security token of an outgoing webhook of Teams.'),
});

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be a header name')
  .refine((name) => !FRAMING_HEADERS.has(name.toLowerCase()), {
    error: 'is a header that only the proxy may write; remove it',
  });

const headers = z.record(
  headerName,
  z.string().regex(/^[\t\u0020-\u007e]{0,4096}$/, 'must be printable ASCII on one line'),
);

const fields = {
  url: z.string().min(1).max(2048).describe('Base URL. https, or http on this machine.'),
  key: namedSecret(
    'env:NAME of the provider key that is put in. Without it the agent’s own key passes.',
  ),
  headers: headers.default({}).describe('Headers to add, each with its text or env:NAME.'),
  enabled: z.boolean().default(true).describe('Whether requests go there at all.'),
  insecure: z.boolean().default(false).describe('Permit http to another machine.'),
};

const FORMAT = 'Wire format that this upstream speaks.';

function known<Name extends KnownUpstream>(name: Name) {
  return z
    .strictObject({
      url: fields.url.default(UPSTREAM_URLS[name]),
      format: z.literal(name).prefault(name).describe(FORMAT),
      key: fields.key,
      headers: fields.headers,
      enabled: fields.enabled,
      insecure: fields.insecure,
    })
    .prefault({});
}

const named = z.strictObject({
  url: fields.url,
  format: z.enum(['anthropic', 'openai', 'gemini']).describe(FORMAT),
  key: fields.key,
  headers: fields.headers,
  enabled: fields.enabled,
  insecure: fields.insecure,
});

export const upstreamsSchema = z
  .strictObject({
    openai: known('openai').describe('OpenAI.'),
    anthropic: known('anthropic').describe('Anthropic.'),
    gemini: known('gemini').describe('Google Gemini.'),
  })
  .catchall(named.describe('Any other upstream, by name.'))
  .prefault({});
