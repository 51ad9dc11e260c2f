/**
 * The browser that looks at the dashboard: one for all files of a run, which each open pages of their own in it.
 *
 * Starting a browser and building the dashboard take longer than most of what is looked at, so the run does both once,
 * before its first file. A script that wants a browser without a run of tests gets one to itself.
 */
import { chromium, type Browser } from 'playwright-core';
import { buildWeb } from '../../scripts/build-web.ts';
import { installBrowser } from '../../scripts/install-browser.ts';

/** Where the run's browser listens; the processes of the tests inherit it. */
const ENDPOINT = 'TEST_BROWSER_ENDPOINT';

/**
 * What a browser needs to run anywhere, to keep to itself, and to leave the processors to the tests: pages share one
 * process and are drawn in software by one thread, which halves what a page costs.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-software-rasterizer',
  '--num-raster-threads=1',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

const say = (line: string) => process.stderr.write(`tripwire: ${line}\n`);
const launching = () => ({ executablePath: installBrowser(say), args: FLAGS });

/** Called by the runner before the first file of the project; returns what ends the browser. */
export async function setup(): Promise<() => Promise<void>> {
  await buildWeb(say);
  const server = await chromium.launchServer({ ...launching(), host: '127.0.0.1' });
  process.env[ENDPOINT] = server.wsEndpoint();
  return async () => {
    delete process.env[ENDPOINT];
    await server.close();
  };
}

/** The run's browser, or a new one; closing it closes what was opened in it. */
export function openBrowser(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  return endpoint === undefined ? chromium.launch(launching()) : chromium.connect(endpoint);
}
