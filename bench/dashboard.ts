/**
 * The dashboard under load: 10,000 agents, 200 events a second, and how smooth the page stays meanwhile.
 *
 * Frames are measured in the page, while it scrolls through the list. A machine without a screen draws in software, so
 * the figures say more about our work for each frame than about a person's monitor.
 */
import type { Page } from 'playwright-core';
import { openDashboard, type Dashboard } from '../test/web/dashboard.ts';

const AGENTS = Number(process.env['TRIPWIRE_BENCH_AGENTS'] ?? 10_000);
const EVENTS_A_SECOND = 200;
const BEAT_MS = 50;
const MEASURED_MS = Number(process.env['TRIPWIRE_BENCH_MS'] ?? 15_000);
const REGISTERED_AT_ONCE = 200;

async function register({ server }: Dashboard): Promise<void> {
  const names = Array.from(
    { length: AGENTS },
    (_, index) => `agent-${String(index).padStart(5, '0')}`,
  );
  for (let from = 0; from < names.length; from += REGISTERED_AT_ONCE) {
    const some = names.slice(from, from + REGISTERED_AT_ONCE);
    await Promise.all(some.map((name) => server.gate.register(name, 'bench')));
  }
}

/** Notes of agents in turn, at an even pace; what the server cannot take in time is not made up for. */
function startEvents({ server }: Dashboard): {
  readonly sent: () => number;
  readonly stop: () => Promise<void>;
} {
  let sent = 0;
  const under = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (let one = 0; one < (EVENTS_A_SECOND * BEAT_MS) / 1_000; one += 1) {
      const agent = `agent-${String((sent * 37) % AGENTS).padStart(5, '0')}`;
      sent += 1;
      const note = server.gate
        .signal({ agent, source: 'loop', change: 'note', details: `step ${sent} done` })
        .finally(() => under.delete(note));
      under.add(note);
    }
  }, BEAT_MS);
  return {
    sent: () => sent,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(under);
    },
  };
}

interface Frames {
  readonly frames: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Share of the time in tasks of more than 50 ms. */
  readonly blocked: number;
}

/** Frame times of the page while the given line of script moves it on with every frame. */
async function frames(page: Page, move: string): Promise<Frames> {
  return page.evaluate<Frames>(`new Promise((resolve) => {
    const times = [];
    let blocked = 0;
    const watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked += duration;
    });
    watcher.observe({ entryTypes: ['longtask'] });
    let direction = 1;
    const from = performance.now();
    let last = from;
    const frame = (now) => {
      times.push(now - last);
      last = now;
      ${move}
      if (now - from < ${MEASURED_MS}) return requestAnimationFrame(frame);
      watcher.disconnect();
      times.shift();
      times.sort((one, other) => one - other);
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
      resolve({ frames: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: times.at(-1), blocked: blocked / (now - from) });
    };
    requestAnimationFrame(frame);
  })`);
}

function tell(what: string, { frames: count, p50, p95, p99, max, blocked }: Frames): void {
  const ms = (value: number): string => value.toFixed(1).padStart(7);
  console.log(
    `${what.padEnd(36)} ${String(count).padStart(5)} frames  p50${ms(p50)}  p95${ms(p95)}  p99${ms(p99)}  max${ms(max)} ms` +
      `  in long tasks ${(blocked * 100).toFixed(1)} %`,
  );
}

async function firstLoad(url: string): Promise<number> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  let bytes = html.length;
  for (const path of files) {
    const answer = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers.get('content-length'));
  }
  return bytes;
}

const dashboard = await openDashboard();
try {
  const { adminUrl } = dashboard.server;
  console.log(
    `first load: ${((await firstLoad(adminUrl)) / 1_000).toFixed(0)} kB compressed (limit 300 kB)`,
  );
  const began = performance.now();
  await register(dashboard);
  console.log(
    `${AGENTS} agents registered in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  const { page } = await dashboard.open();
  await page.goto(`${adminUrl}/agents`);
  await page.getByText('agent-00000').first().waitFor({ timeout: 120_000 });
  const scroll =
    'scrollBy(0, 90 * direction); if (scrollY + innerHeight > document.body.scrollHeight - 5) direction = -1; if (scrollY < 5) direction = 1;';
  tell('agents, scrolling, quiet', await frames(page, scroll));
  const events = startEvents(dashboard);
  tell('agents, scrolling, with events', await frames(page, scroll));
  await page.goto(`${adminUrl}/events`);
  await page
    .getByRole('region', { name: 'Events, the newest first' })
    .waitFor({ timeout: 120_000 });
  tell('events, live', await frames(page, ''));
  await page.goto(adminUrl);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  tell('overview, with events', await frames(page, ''));
  await events.stop();
  console.log(`${events.sent()} events sent, ${EVENTS_A_SECOND} a second asked for`);
} finally {
  await dashboard.close();
}
