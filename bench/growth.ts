/**
 * `npm run bench:growth`: a conversation that grows to 800 kB, turn by turn, as clients send it: all of it each time.
 *
 * What is passed on and read is the whole body, so a proxy that does nothing pays for its size, too. Beside it: what Tripwire
 * takes more, and by how much that grows with a kilobyte of history. Each turn is new by the same amount, so judging and
 * recording it must not grow. Processor time of the server for a request, in turns.
 *
 * `AGAINST=FOLDER` measures another checkout in turns with this one; `CONVERSATIONS` says how many grow.
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startChild, type OwnServer } from './proxy/child-server.ts';
import { fixed, head, part, row } from './proxy/report.ts';
import { filler } from './proxy/requests.ts';
import { startTripwires } from './proxy/tripwires.ts';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 5);
const TURNS = 100;
const TURN_BYTES = 8_000;
const TURNS_SHOWN = 10;

const upstream = await startChild('upstream');
const servers: readonly (readonly [string, OwnServer])[] = [
  ['bare Node proxy', await startChild('bare-proxy', upstream.url)],
  ...(await startTripwires('tripwire-proxy', upstream.url)),
];
/** Of each server, of each tenth of a conversation: processor time and journal of a turn. */
const measured = new Map(
  servers.map(([name]) => [name, [] as { cpuUs: number; bytes: number }[][]]),
);
try {
  for (let count = 0; count < CONVERSATIONS; count += 1) await grow(count);
  report();
} finally {
  for (const [, server] of servers) await server.close();
  await upstream.close();
}

/** One conversation, through all servers side by side. */
async function grow(count: number): Promise<void> {
  const said: string[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    said.push(message('user', count, turn));
    const body = `{"model":"m","max_tokens":100,"messages":[${said.join(',')}],"stream":false}`;
    said.push(message('assistant', count, turn));
    for (const [name, server] of servers) {
      const path = `/agents/growing-${count}/anthropic/v1/messages`;
      const bytes = await server.journalBytes();
      const { cpuUs } = await server.usage();
      await ask(new URL(path, server.url), body);
      const after = await server.usage();
      const shown = Math.floor((turn * TURNS_SHOWN) / TURNS);
      const all = measured.get(name) ?? [];
      all[shown] ??= [];
      all[shown].push({
        cpuUs: after.cpuUs - cpuUs,
        bytes: (await server.journalBytes()) - bytes,
      });
    }
  }
}

function message(role: string, count: number, turn: number): string {
  const content = filler(count * TURNS + turn, role, TURN_BYTES / 2);
  return JSON.stringify({ role, content });
}

async function ask(url: URL, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const sent = request(url, { method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`the answer was ${answer.statusCode}`);
  await text(answer);
}

function report(): void {
  console.log(
    `Processor time of a turn in µs, lower quartile of ${CONVERSATIONS} conversations; journal in bytes\n`,
  );
  head(['kB', ...servers.map(([name]) => name), 'more than bare', 'journal of a turn']);
  const quartile = (name: string, shown: number) =>
    part(measured.get(name)?.[shown]?.map(({ cpuUs }) => cpuUs) ?? [], 0.25);
  const more = (shown: number) => quartile('Tripwire', shown) - quartile('bare Node proxy', shown);
  const kilobytes = (shown: number) => ((shown + 0.5) * TURNS * TURN_BYTES) / TURNS_SHOWN / 1e3;
  for (let shown = 0; shown < TURNS_SHOWN; shown += 1) {
    const times = servers.map(([name]) => fixed(quartile(name, shown), 0));
    const turns = measured.get('Tripwire')?.[shown] ?? [];
    const bytes = turns.reduce((sum, one) => sum + one.bytes, 0) / turns.length;
    row([fixed(kilobytes(shown), 0), ...times, fixed(more(shown), 0), fixed(bytes, 0)]);
  }
  const last = TURNS_SHOWN - 1;
  const slope = (more(last) - more(0)) / (kilobytes(last) - kilobytes(0));
  console.log(
    `\nWith each kB of history, Tripwire takes ${fixed(slope)} µs more than the bare proxy.`,
  );
}
