/**
 * The values in force, complete and with their origin; the schema and the documents that describe them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configFolder, loadText } from '../../test/kit/config-folder.ts';
import {
  configJsonSchema,
  effectiveConfig,
  exampleConfig,
  loadConfig,
  type EffectiveValue,
  type SchemaNode,
} from './index.ts';

const ROOT = join(import.meta.dirname, '../..');

function find(values: readonly EffectiveValue[], path: string): EffectiveValue | undefined {
  return values.find((one) => one.path === path);
}

test('each value says where it came from', () => {
  const text = 'admin_port: 5\nagents: { my.agent: { kill_switch: { window_size: 9 } } }\n';
  const env = { TRIPWIRE_UPSTREAM_OPENAI: 'https://a.example' };
  const values = effectiveConfig(loadText(text, { env, flags: { port: 6 } }));
  expect(find(values, 'port')).toEqual({ path: 'port', value: 6, from: 'flag' });
  expect(find(values, 'admin_port')).toMatchObject({ value: 5, from: 'file' });
  expect(find(values, 'upstreams.openai.url')).toMatchObject({
    value: 'https://a.example',
    from: 'env',
  });
  expect(find(values, 'agents["my.agent"].kill_switch.window_size')).toMatchObject({
    value: 9,
    from: 'file',
  });
  expect(find(values, 'kill_switch.exceptions')).toMatchObject({ value: [], from: 'default' });
});

test('no setting with a default is left out', () => {
  const shown = effectiveConfig(loadConfig(configFolder().sources)).map(({ path }) => path);
  const withDefault = (node: SchemaNode, path: readonly string[]): string[] =>
    Object.entries(node.properties ?? {}).flatMap(([key, part]) => {
      const at = [...path, key];
      // A section with a key that somebody has to write is there only when they do.
      if ((part.required ?? []).length > 0) return [];
      if (part.properties !== undefined) return withDefault(part, at);
      return part.default === undefined ? [] : [at.join('.')];
    });
  const expected = withDefault(configJsonSchema(), []);
  expect(expected).toContain('limits.idle_ms');
  expect(shown.toSorted()).toEqual(expected.toSorted());
});

test('every setting in the schema says what it is for', () => {
  const silent = (node: SchemaNode, path: string): string[] => [
    ...Object.entries(node.properties ?? {}).flatMap(([key, part]) => [
      ...(part.description === undefined ? [`${path}.${key}`] : []),
      ...silent(part, `${path}.${key}`),
    ]),
    ...(typeof node.additionalProperties === 'object'
      ? silent(node.additionalProperties, `${path}.*`)
      : []),
    ...(node.items === undefined ? [] : silent(node.items, `${path}[]`)),
  ];
  expect(silent(configJsonSchema(), '')).toEqual([]);
});

test('the schema refuses unknown keys in editors too', () => {
  const schema = configJsonSchema();
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties?.['kill_switch']?.additionalProperties).toBe(false);
});

test('the example in docs/configuration.md is ours and loads', () => {
  const document = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
  const example = /```yaml\n([^]*?)```/.exec(document)?.[1] ?? '';
  expect(example).toBe(exampleConfig());
  expect(example).toMatch(/^# yaml-language-server: \$schema=/);
  const config = loadText(example);
  expect(config).toMatchObject({ constitution: 'coding-v1', registration: 'closed' });
  expect(config.agents['nightly-report']?.killSwitch).toEqual({ threshold: 6, shadow: true });
});
