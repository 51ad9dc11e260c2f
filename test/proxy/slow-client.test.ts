/** A client that does not read holds the provider up, and fills no memory of ours. */
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainBody } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const MEGABYTE = 1024 * 1024;
const STREAM_BYTES = 50 * MEGABYTE;

/** What this process keeps in buffers, after those that nobody needs are gone. */
function bufferBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

test('a stream of 50 MB waits for its client', async () => {
  const text = 'all work and no play '.repeat(STREAM_BYTES / 21);
  const running = await startedProxy(() => ({ text, pace: { chunkChars: 16 * 1024 } }));
  const socket = connect(running.proxy.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const before = bufferBytes();
  const body = plainBody({ stream: true });
  const lines = [
    'POST /agents/sam/anthropic/v1/messages HTTP/1.1',
    `host: 127.0.0.1:${running.proxy.port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  let last = -1;
  await vi.waitFor(
    () => {
      const sent = running.provider.requests[0]?.bytesSent ?? 0;
      const isStill = sent > 0 && sent === last;
      last = sent;
      expect(isStill).toBe(true);
    },
    { timeout: 30_000, interval: 500 },
  );
  // The system's own buffers, on both sides of the proxy, take what they take: 8 to 10 MB were seen.
  expect(last).toBeLessThan(STREAM_BYTES / 2);
  // What nobody needs is given back by a thread of its own, which may have to wait for its turn.
  const kept = () => bufferBytes() - before;
  await expect.poll(kept, { timeout: 30_000, interval: 200 }).toBeLessThan(4 * MEGABYTE);

  // It goes on where it stopped, and nothing is lost.
  let received = 0;
  let tail = '';
  socket.on('data', (part: Buffer) => {
    received += part.length;
    tail = (tail + part.subarray(-64).toString('latin1')).slice(-64);
  });
  socket.resume();
  await vi.waitFor(() => expect(tail).toContain('message_stop'), { timeout: 30_000, interval: 50 });
  expect(received).toBeGreaterThan(STREAM_BYTES);
});
