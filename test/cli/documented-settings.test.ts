/**
 * A newcomer who copies what README and docs show beside commands: settings load as printed, and endpoints, variables,
 * metrics, headers and the sections that links lead to exist.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { endpoints } from '../../src/control/api/endpoints.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { listFiles } from '../tidy/list-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = listFiles(ROOT).filter((path) => /^(?:README\.md|docs\/[^/]+\.md)$/.test(path));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Blocks of other files: a project's manifest, a list of policies, a constitution. */
const NOT_SETTINGS =
  /^(?:safety:|context:|commands:|phase:|engines:|identity:|- |policies:\n|name: careful)/;

function settingsIn(path: string): readonly string[] {
  const blocks = [...textOf(path).matchAll(/^( *)```yaml\n([^]*?)^ *```/gm)];
  return blocks
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => !NOT_SETTINGS.test(block));
}

describe.each(documents.filter((path) => settingsIn(path).length > 0))('%s', (path) => {
  test.each(settingsIn(path))('settings that load: %s', (block) => {
    const home = temporaryFolder('documented');
    mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
    writeFileSync(join(home, '.tripwire/tripwire.yaml'), block);
    // Secrets that a block takes from the environment are there.
    const names = [...block.matchAll(/env:(\w+)/g)].map(([, name = '']) => name);
    const env = Object.fromEntries(names.map((name) => [name, 'a secret'] as const));
    const config = loadConfig({ env, home });
    expect(config, 'it was read').not.toEqual(loadConfig({ env, home: temporaryFolder('empty') }));
  });
});

test('every request to the API that a page names is one of its endpoints', () => {
  const shape = (address: string) => address.replaceAll(/:\w+|\b[A-Z]{2,}\b/g, '*');
  const known = new Set(
    Object.keys(endpoints).map((name) => {
      const [method = '', address = ''] = name.split(' ');
      return `${method} ${shape(address)}`;
    }),
  );
  // These are answered by the live feed and by the audit, beside the table.
  const beside = ['GET /api/events', 'GET /api/events/export', 'GET /api/openapi.json'];
  for (const path of documents) {
    const named = textOf(path).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[\w/:.-]*\w)/g);
    for (const [, method = '', address = ''] of named) {
      const request = `${method} ${address}`;
      if (!beside.includes(request))
        expect(known, `${path}: ${request}`).toContain(`${method} ${shape(address)}`);
    }
  }
});

test('every variable, header and metric that a page names is in the program', () => {
  const sources = listFiles(ROOT).filter((path) =>
    /^(?:src|scripts|test|grafana)\/.*\.(?:ts|mjs|json)$/.test(path),
  );
  const program = sources
    .filter((path) => !path.endsWith('documented-settings.test.ts'))
    .map(textOf)
    .join('\n');
  for (const path of documents) {
    const text = textOf(path);
    for (const form of [/\bTRIPWIRE_[A-Z_]+[A-Z]\b/g, /\bx-tripwire-[a-z-]+[a-z]\b/g]) {
      for (const [name] of text.matchAll(form))
        expect(program.includes(name), `${path}: ${name}`).toBe(true);
    }
  }
});

test('every link to a section of a page leads to a heading of it', () => {
  const anchors = new Map(documents.map((path) => [path, anchorsOf(textOf(path))]));
  for (const path of documents) {
    for (const [, page = '', anchor = ''] of textOf(path).matchAll(/\]\(([\w./-]*)#([^)\s]+)\)/g)) {
      const target = page === '' ? path : normalize(join(dirname(path), page));
      const known = anchors.get(target);
      if (known !== undefined) expect(known, `${path}: ${page}#${anchor}`).toContain(anchor);
    }
  }
});

/** As the usual renderers name them. */
function anchorsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/^ *```[^]*?^ *```/gm, '');
  return [...plain.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
