/**
 * Finds the browser that the tests of the dashboard drive, and installs Debian's Chromium where there is none.
 *
 * The headless shell first: the same engine without the desktop around it. A page costs it a third of the processor
 * time. An older Debian that does not have it gives its whole Chromium.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AptGet } from './apt-get.ts';

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const REMEDY =
  'Install Chromium (Debian: apt-get install chromium), or name a Chromium or Chrome in TRIPWIRE_BROWSER.';
const SHELL = 'chromium-headless-shell';

/** Where a browser is looked for, and with which environment apt-get is found and run. */
export interface BrowserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly places: readonly string[];
}

const HERE: BrowserPlace = { env: process.env, places: PLACES };

/** The browser's program file; null when there is none. `TRIPWIRE_BROWSER` wins. */
function findBrowser({ env, places }: BrowserPlace): string | null {
  const given = env['TRIPWIRE_BROWSER'] ?? '';
  if (given !== '') return given;
  return places.find((place) => existsSync(place)) ?? null;
}

/** The browser's program file, installed if need be; throws with what to do when it cannot be had. */
export function installBrowser(say: (line: string) => void, where: BrowserPlace = HERE): string {
  const found = findBrowser(where);
  if (found !== null) return found;
  say('installing chromium for the tests of the dashboard (about a minute) ...');
  const apt = new AptGet(where.env, 'the tests of the dashboard need a browser', REMEDY);
  apt.update();
  try {
    apt.install([SHELL, 'fonts-liberation']);
  } catch {
    // What keeps both from being installed is said by the second.
    apt.install(['chromium', 'fonts-liberation']);
  }
  const installed = findBrowser(where);
  if (installed === null)
    throw new Error(`apt-get ended well, but there is no chromium. ${REMEDY}`);
  return installed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(
      `${installBrowser((line) => process.stderr.write(`tripwire: ${line}\n`))}\n`,
    );
  } catch (error) {
    process.stderr.write(`tripwire: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
