/**
 * Finds the browser that the tests of the dashboard drive, and installs Debian's Chromium where there is none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser's program file; null when there is none. `TRIPWIRE_BROWSER` wins. */
export function findBrowser(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const given = env['TRIPWIRE_BROWSER'] ?? '';
  if (given !== '') return given;
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/** The browser's program file, installed if need be; throws with what to do when it cannot be had. */
export function installBrowser(say: (line: string) => void): string {
  const found = findBrowser();
  if (found !== null) return found;
  const remedy =
    'Install Chromium (Debian: apt-get install chromium), or name a Chromium or Chrome in TRIPWIRE_BROWSER.';
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `the tests of the dashboard need a browser, and there is no apt-get here. ${remedy}`,
    );
  }
  say('installing chromium for the tests of the dashboard (about a minute) ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  for (const args of [['update'], install]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`apt-get ${args.join(' ')} ended with ${String(status)}: ${stderr}${remedy}`);
    }
  }
  const installed = findBrowser();
  if (installed === null)
    throw new Error(`apt-get ended well, but there is no chromium. ${remedy}`);
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
