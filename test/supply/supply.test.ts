/** What of others reaches a user: under licences that allow it, each with its digest, and listed in full. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPackages } from '../../scripts/supply/shipped-packages.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const packages = shippedPackages(root);

/** They ask for their notice and no more. Another one is added here by a person who has read it. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

test('every shipped package has a licence that is allowed', () => {
  // Where several apply, each of them is one that is allowed.
  const parts = (licence: string) => licence.replaceAll(/[()]/g, '').split(' AND ');
  const others = packages.filter(
    ({ licence }) => licence === null || !parts(licence).every((one) => ALLOWED.has(one)),
  );
  expect(others).toEqual([]);
});

test('the packages of the dashboard are among them, and those that are installed', () => {
  const how = new Map(packages.map(({ name, how: one }) => [name, one]));
  expect(how.get('react')).toBe('built in');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) expect(how.get(name), name).toBe('installed');
});

test('each has its digest, wherever it is fetched from', () => {
  for (const { name, integrity } of packages) expect(integrity, name).toMatch(/^sha512-/);
});

function script(...args: readonly string[]): string {
  const command = [join(root, 'scripts/sbom.ts'), ...args];
  return execFileSync(process.execPath, command, { encoding: 'utf8' });
}

test('the bill of materials lists each of them, and is the same twice', () => {
  const text = script();
  expect(script()).toBe(text);
  const { bomFormat, components } = JSON.parse(text) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly hashes: readonly { readonly content: string }[];
    }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }) => name)).toEqual(packages.map(({ name }) => name));
  for (const { hashes } of components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
});

test('the provenance of a file names its digest', () => {
  const file = join(temporaryFolder('supply'), 'agent-tripwire.tgz');
  writeFileSync(file, 'packed');
  const statement = JSON.parse(script('--provenance', file)) as {
    readonly subject: readonly { readonly digest: { readonly sha256: string } }[];
  };
  const digest = createHash('sha256').update('packed').digest('hex');
  expect(statement.subject[0]?.digest.sha256).toBe(digest);
  expect(JSON.stringify(statement)).toMatch(/"gitCommit":"[0-9a-f]{40}"/);
});
