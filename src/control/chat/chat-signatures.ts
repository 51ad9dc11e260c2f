/**
 * Whether a message really comes from the chat: both sign the bytes of the body with a secret that only they and this server
 * have. One that is older than five minutes counts no more, so that a recorded one cannot be sent later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { ChatMessage } from './chat-command.ts';

/** What is known of each chat; absent where nobody set it up. */
export interface ChatSecrets {
  /** The signing secret of a Slack app. */
  readonly slack?: string;
  /** The security token of an outgoing webhook of Teams. */
  readonly teams?: string;
}

/** A request as it came in. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** More than a command has, and little enough to look for markup in. */
const TEXT_CHARACTERS_MAX = 2_000;
const AGE_MAX_MS = 300_000;
const SECOND_MS = 1_000;

/** The message of a slash command; null where the signature is wrong or too old. */
export function slackMessage(
  { headers, body }: SignedRequest,
  secret: string,
  now: number,
): ChatMessage | null {
  const stamp = headers['x-slack-request-timestamp'];
  const shown = headers['x-slack-signature'];
  if (typeof stamp !== 'string' || typeof shown !== 'string' || !/^\d{1,12}$/u.test(stamp))
    return null;
  const right = createHmac('sha256', secret).update(`v0:${stamp}:`).update(body).digest('hex');
  if (!isSame(shown, `v0=${right}`) || !isFresh(Number(stamp) * SECOND_MS, now)) return null;
  const fields = new URLSearchParams(body.toString('utf8'));
  const command = fields.get('command') ?? '';
  const text = fields.get('text') ?? '';
  // A command of its own name needs nothing typed after it.
  const whole = command.startsWith('/stop-all') ? `stop-all ${text}` : text;
  const user = fields.get('user_name') ?? fields.get('user_id') ?? '';
  return { user, chat: 'Slack', text: whole, id: shown };
}

/** The message of an outgoing webhook; null where the signature is wrong or too old. */
export function teamsMessage(
  { headers, body }: SignedRequest,
  token: string,
  now: number,
): ChatMessage | null {
  const [, shown] = /^HMAC ([\w+/=-]+)$/u.exec(headers.authorization ?? '') ?? [];
  if (shown === undefined) return null;
  const right = createHmac('sha256', Buffer.from(token, 'base64')).update(body).digest('base64');
  if (!isSame(shown, right)) return null;
  const message = fieldsOf(parseJson(body.toString('utf8')));
  const written = textOrNull(message['timestamp']);
  if (written === null || !isFresh(Date.parse(written), now)) return null;
  const user = textOrNull(fieldsOf(message['from'])['name']) ?? '';
  return { user, chat: 'Teams', text: withoutMarkup(textOrNull(message['text']) ?? ''), id: shown };
}

/** Teams sends HTML, with the name of the webhook in `<at>`. */
function withoutMarkup(text: string): string {
  return text
    .slice(0, TEXT_CHARACTERS_MAX)
    .replaceAll(/<at[^>]*>.*?<\/at>/gsu, ' ')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll('&nbsp;', ' ');
}

function isFresh(at: number, now: number): boolean {
  return Math.abs(now - at) <= AGE_MAX_MS;
}

function isSame(shown: string, right: string): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
