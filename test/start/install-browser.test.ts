/** The script that brings the browser of the tests, with an apt-get that does as it is told. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installBrowser } from '../../scripts/install-browser.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** A machine without a browser, and with this for apt-get; null: with none. */
function machine(aptGet: string | null) {
  const folder = temporaryFolder('browser');
  const browser = join(folder, 'chromium');
  const log = join(folder, 'log');
  if (aptGet !== null) {
    const text = `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${log}\n${aptGet.replaceAll('BROWSER', browser)}\n`;
    writeFileSync(join(folder, 'apt-get'), text);
    chmodSync(join(folder, 'apt-get'), 0o755);
  }
  const said: string[] = [];
  const install = (env: Readonly<Record<string, string>> = {}) =>
    installBrowser((line) => said.push(line), {
      env: { PATH: folder, ...env },
      places: [browser],
    });
  return { browser, install, said, asked: () => readFileSync(log, 'utf8').trim().split('\n') };
}

test('installs once, without asking questions, and then finds what is there', () => {
  const { install, browser, said, asked } = machine('[ "$1" = install ] && : > BROWSER || :');
  expect(install()).toBe(browser);
  expect(said).toEqual([expect.stringContaining('installing chromium') as string]);
  expect(asked()).toEqual([
    'noninteractive update',
    'noninteractive install -y --no-install-recommends chromium-headless-shell fonts-liberation',
  ]);
  expect(install()).toBe(browser);
  expect(asked()).toHaveLength(2);
});

test('where there is no headless shell the whole browser is installed', () => {
  const { install, browser, asked } = machine(
    'case "$*" in *shell*) echo "E: Unable to locate package" >&2; exit 100;; install*) : > BROWSER;; esac',
  );
  expect(install()).toBe(browser);
  expect(asked().at(-1)).toBe(
    'noninteractive install -y --no-install-recommends chromium fonts-liberation',
  );
});

test('a browser that is named is taken, and nothing is installed', () => {
  const { install, said } = machine('exit 1');
  expect(install({ TRIPWIRE_BROWSER: '/opt/chrome' })).toBe('/opt/chrome');
  expect(said).toEqual([]);
});

test.each([
  [
    'one that fails',
    'echo "E: Could not open lock file" >&2; exit 100',
    /^apt-get update ended with 100: E: Could not open lock file\nInstall Chromium .*TRIPWIRE_BROWSER/,
  ],
  ['one that says nothing', 'exit 7', /^apt-get update ended with 7: it said nothing\nInstall/],
  ['one that brings none', 'exit 0', /^apt-get ended well, but there is no chromium\. Install/],
  ['none at all', null, /^the tests of the dashboard need a browser.*ENOENT\)\. Install Chromium/],
] as const)('apt-get: %s is told with what to do', (_, aptGet, words) => {
  expect(machine(aptGet).install).toThrow(words);
});
