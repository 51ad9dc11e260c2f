/**
 * Sends one message by HTTP: no redirects, no private network, a limit on time and on what is read back.
 */
import { request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { publicLookup, requirePublicHost } from './address-guard.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 2_000;

/** Where a message goes. */
export interface HttpTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowPrivate: boolean;
}

/** Sends it; throws when the receiver did not take it. */
export async function sendHttp({ url, headers, body, allowPrivate }: HttpTarget): Promise<void> {
  const to = new URL(url);
  const isSecure = to.protocol === 'https:';
  if (!allowPrivate) {
    if (!isSecure) {
      throw new Error(
        'the address must begin with https://, unless the channel says allow_private: true',
      );
    }
    requirePublicHost(to.hostname);
  }
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'tripwire',
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  const { status, text } = await new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      const send = isSecure ? requestSecure : requestPlain;
      const sent = send(to, options, (response) => {
        const code = response.statusCode ?? 0;
        if (isTaken(code)) {
          // It has the message. Waiting for the rest of its answer could only make us send it twice.
          resolve({ status: code, text: '' });
          response.resume();
          return;
        }
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          if (answer.length < ANSWER_BYTES_MAX) answer += chunk.slice(0, ANSWER_BYTES_MAX);
          else response.destroy();
        });
        const done = () => resolve({ status: code, text: answer });
        response.on('end', done);
        response.on('close', done);
        response.on('error', reject);
      });
      // For all of it: a receiver that answers byte by byte must not keep a channel busy.
      const timer = setTimeout(
        () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)),
        TIMEOUT_MS,
      );
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', reject);
      sent.end(body);
    },
  );
  if (isTaken(status)) return;
  const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  throw new Error(`the receiver answered ${status}${words === '' ? '' : `: ${words}`}`);
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}
