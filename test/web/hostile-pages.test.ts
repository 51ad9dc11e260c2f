/**
 * The pages that are written as files or shown behind a link in an alert, in a real browser, with hostile text wherever
 * an agent can put one: no script runs, no request leaves, no element of theirs is made, no text turns around.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newNight, withMoment } from '../../src/night/decide/state.ts';
import { startReceiver } from '../control/receiver.ts';
import { runningControl } from '../control/running-control.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { openBrowser } from './shared-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());

const MARK = 'hostile-words';
/** Breaks out of text, of attributes in either quote, of titles, styles and comments; turns what follows around. */
const HOSTILE =
  `${MARK}</title></style></textarea></svg>--><script>window.ran=1</script>` +
  `<img src="http://192.0.2.1/x" onerror="window.ran=1"><iframe src="http://192.0.2.1/"></iframe>` +
  `<svg onload=window.ran=1><a href="javascript:window.ran=1">go</a><base href="http://192.0.2.1/">` +
  `<meta http-equiv="refresh" content="0;url=http://192.0.2.1/"><form action="http://192.0.2.1/"><input autofocus onfocus=window.ran=1>` +
  `" onmouseover="window.ran=1" ' onclick='window.ran=1' {{7*7}} \${7*7} &lt;b&gt; \u202Egnp.exe\u2066\u2028`;

/** Everything that a page of ours is made of. */
const OWN_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'html head meta title style body main section footer header h1 h2 h3 p ul li dl dt dd div span strong em code pre ' +
    'blockquote svg g rect line path polyline polygon circle text title table thead tbody tr th td form button'
  ).split(' '),
);

/** What a page became. */
interface Seen {
  readonly ran: boolean;
  readonly elements: readonly string[];
  readonly handlers: readonly string[];
  readonly text: string;
}

/** Asked inside the page. */
const SEEN = `({
  ran: 'ran' in window,
  elements: [...document.querySelectorAll('*')].map(({ localName }) => localName),
  handlers: [...document.querySelectorAll('*')].flatMap((one) =>
    one.getAttributeNames().filter((name) => /^on|^href|^src|^action/.test(name))),
  text: document.documentElement.textContent ?? '',
})`;

/** What the page became, and what it did. */
async function look(url: string, press?: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const left: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => {
      if (request.url() !== url) left.push(request.url());
    });
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => void (frame.url() === url || left.push(frame.url())));
    await page.goto(url);
    if (press !== undefined) {
      await page.getByRole('button', { name: press }).click();
      await page.getByText('Done').waitFor();
    }
    for (const section of await page.locator('section, p, rect').all()) {
      if (await section.isVisible())
        await section.hover({ force: true, timeout: 2_000 }).catch(() => undefined);
    }
    const seen = await page.evaluate<Seen>(SEEN);
    return { ...seen, left, dialogs };
  } finally {
    await context.close();
  }
}

type Looked = Awaited<ReturnType<typeof look>>;

function expectHarmless({ left, dialogs, ran, elements, handlers, text }: Looked): void {
  expect({ left, dialogs, ran, handlers }).toEqual({
    left: [],
    dialogs: [],
    ran: false,
    handlers: [],
  });
  expect(elements.filter((name) => !OWN_ELEMENTS.has(name))).toEqual([]);
  expect(text).toContain(MARK);
  expect(text).toContain('<script>window.ran=1</script>');
  expect(/[\u200e\u200f\u2028-\u202e\u2066-\u2069]/.exec(text)).toBe(null);
}

const inJson = JSON.stringify(HOSTILE).slice(1, -1);

test('the page of a scan', async () => {
  const folder = temporaryFolder();
  const stuck = new URL('../fixtures/transcripts/claude-code/stuck.jsonl', import.meta.url);
  const text = readFileSync(stuck, 'utf8')
    .replaceAll('find out why the notes are missing', inJson)
    .replaceAll('/home/ada/stuck', `/home/${inJson.replaceAll('/', '_')}`)
    .replaceAll(/"model":"[^"]*"/g, `"model":"${inJson}"`)
    .replaceAll(/"name":"[^"]*"/g, `"name":"${inJson}"`)
    .replaceAll(/"command":"[^"]*"/g, `"command":"${inJson}"`);
  writeFileSync(join(folder, `<img src=x onerror=window.ran=1>.jsonl`), text);
  writeFileSync(join(folder, `<script>window.ran=1<_script>.traj`), 'no JSON');
  const page = join(folder, 'page.html');
  const scanned = await runTripwire(['scan', '--only', '--html', page, folder]);
  expect(scanned.stderr).not.toContain('    at ');
  expectHarmless(await look(pathToFileURL(page).href));
}, 120_000);

test('the report of a night', async () => {
  const project = temporaryFolder();
  const state = join(project, '.geometry');
  const id = 'auto-2026-02-28-143200';
  const atMs = 1_772_000_000_000;
  let night = newNight({
    id,
    task: HOSTILE,
    atMs,
    untilMs: null,
    budgetTokens: null,
    engines: [{ name: HOSTILE, command: [HOSTILE], context: 'default', cooldownMinutes: 1 }],
    engine: HOSTILE,
    advisor: { models: [] } as never,
    commit: null,
    prompt: HOSTILE,
    cursor: { digest: null, timestamp: '' },
  });
  for (const kind of ['began', 'turn', 'stuck', 'advice', 'hold', 'engine', 'crash'] as const) {
    night = withMoment(night, atMs + 60_000, kind, HOSTILE, { tookMs: 1_000 });
  }
  // As a worker could write it: names where the program itself only puts its own.
  const forged = {
    ...night,
    held: [HOSTILE],
    deadlock: HOSTILE,
    moments: [...night.moments, { atMs, kind: HOSTILE, text: HOSTILE, tookMs: HOSTILE }],
    ended: { atMs: atMs + 120_000, outcome: 'stopped', why: HOSTILE },
  };
  mkdirSync(join(state, 'nights', id), { recursive: true });
  writeFileSync(join(state, 'nights', id, 'night.json'), JSON.stringify(forged));
  writeFileSync(join(state, 'BLOCKER_REPORT.md'), HOSTILE);
  const page = join(project, 'page.html');
  const written = await runTripwire(['report', '--project', project, '--html', page]);
  expect(written.stderr).toBe('');
  expectHarmless(await look(pathToFileURL(page).href));
}, 120_000);

describe('the pages behind the links of an alert', () => {
  test.each(['grant', 'refuse'])('%s', async (act) => {
    const running = await runningControl();
    const receiver = await startReceiver();
    const target = { kind: 'webhook', url: `${receiver.url}/in` };
    const channel = { name: 'hook', allow_private: true, target };
    await running.ask('/api/alert-channels', { method: 'POST', body: channel });
    await running.ask('/api/settings', { method: 'PATCH', body: { alert_links: true } });
    const raise = { source: 'policy', hold: 'approval', change: 'raise' } as const;
    await running.gate.signal({
      ...raise,
      agent: 'crawler',
      session: `${MARK}<script>window.ran=1</script>`,
      target: '\u202E><img src=x onerror=window.ran=1>',
      details: HOSTILE,
    });
    const [told] = await receiver.until(1);
    const { data } = JSON.parse(told?.body ?? '') as {
      readonly data: { readonly actions: readonly { readonly url: string }[] };
    };
    const links = data.actions.map(({ url }) => new URL(url).pathname);
    const path = links[act === 'grant' ? 0 : 1] ?? '';
    const url = new URL(path, running.control.url).href;
    expectHarmless(await look(url));
    expectHarmless(await look(url, act));
  });
});
