/**
 * The provider of the benchmark: answers at once, in other words each time, as a message or as a stream.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from './child-server.ts';

const STREAMED_WORDS = 24;
let answers = 0;

/** Words that differ from answer to answer, as those of a model do. */
function words(count: number): string[] {
  answers += 1;
  const seed = answers;
  return Array.from({ length: count }, (_, index) =>
    (Math.imul(seed * 31 + index, 2_654_435_761) >>> 0).toString(36),
  );
}

const usage = { input_tokens: 5, output_tokens: 5 };

const server = createServer((request, response) => {
  let streams = false;
  let hangs = false;
  request.on('data', (chunk: Buffer) => {
    // The flag stands at the end of the bodies that the benchmark sends.
    streams ||= chunk.subarray(-40).includes('"stream":true');
    hangs ||= chunk.includes('stay with me');
  });
  request.on('end', () => {
    const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm' };
    if (!streams) {
      const content = [{ type: 'text', text: words(12).join(' ') }];
      const body = JSON.stringify({ ...message, content, stop_reason: 'end_turn', usage });
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    send('message_start', { message: { ...message, content: [], usage } });
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    // An open stream, for as long as the client wants.
    if (hangs) return;
    for (const text of words(STREAMED_WORDS)) {
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `${text} ` } });
    }
    send('content_block_stop', { index: 0 });
    send('message_delta', { delta: { stop_reason: 'end_turn' }, usage });
    send('message_stop', {});
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  listening(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
