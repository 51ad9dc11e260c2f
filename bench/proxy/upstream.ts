/**
 * The provider of the benchmark: answers at once, in other words each time, as a message or as a stream.
 *
 * What a request says decides more: `take your time` makes a stream whose pieces come one by one, each with the time at
 * which it was sent; `stay with me` one that stays open until the client goes, or until somebody gets `/end-all`.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from './child-server.ts';
import { nowOnThisMachineMs } from './stream-times.ts';

const STREAMED_WORDS = 24;
const PACE_MS = 20;
let answers = 0;
const staying = new Set<ServerResponse>();

/** Words that differ from answer to answer, as those of a model do. */
function words(count: number): string[] {
  answers += 1;
  const seed = answers;
  return Array.from({ length: count }, (_, index) =>
    (Math.imul(seed * 31 + index, 2_654_435_761) >>> 0).toString(36),
  );
}

const usage = { input_tokens: 5, output_tokens: 5 };
const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm' };

function sendWhole(response: ServerResponse): void {
  const content = [{ type: 'text', text: words(12).join(' ') }];
  const body = JSON.stringify({ ...message, content, stop_reason: 'end_turn', usage });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** A stream that has begun: its next words, and its end. */
function beginStream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', { message: { ...message, content: [], usage } });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  return {
    say: (text: string) =>
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `${text} ` } }),
    end: () => {
      send('content_block_stop', { index: 0 });
      send('message_delta', { delta: { stop_reason: 'end_turn' }, usage });
      send('message_stop', {});
      response.end();
    },
  };
}

/** One piece after the other, each with its time. */
function sendPaced(response: ServerResponse): void {
  const { say, end } = beginStream(response);
  const pieces = words(STREAMED_WORDS);
  const timer = setInterval(() => {
    const text = pieces.pop();
    if (text !== undefined) {
      say(`${text} sent@${nowOnThisMachineMs()}`);
      return;
    }
    clearInterval(timer);
    end();
  }, PACE_MS);
  response.on('close', () => clearInterval(timer));
}

/** Stays open for as long as the client wants. */
function stay(response: ServerResponse): void {
  beginStream(response);
  staying.add(response);
  response.on('close', () => staying.delete(response));
}

const server = createServer((request, response) => {
  if (request.url === '/end-all') {
    response.end(`${staying.size}`);
    for (const one of staying) one.end();
    return;
  }
  let streams = false;
  let stays = false;
  let isPaced = false;
  request.on('data', (chunk: Buffer) => {
    // The flag stands at the end of the bodies that the benchmark sends.
    streams ||= chunk.subarray(-40).includes('"stream":true');
    stays ||= chunk.includes('stay with me');
    isPaced ||= chunk.includes('take your time');
  });
  request.on('end', () => {
    if (!streams) sendWhole(response);
    else if (stays) stay(response);
    else if (isPaced) sendPaced(response);
    else {
      const { say, end } = beginStream(response);
      for (const text of words(STREAMED_WORDS)) say(text);
      end();
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  listening({ url: `http://127.0.0.1:${port}`, isPlain: true });
});
