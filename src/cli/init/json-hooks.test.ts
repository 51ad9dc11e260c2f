/** Hooks go into settings and come out again, and every other byte stays. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandsOf } from '../../../test/kit/init-client.ts';
import { wantedHooks } from './clients.ts';
import { hasHooks, holdsHooks, withHooks, withoutHooks } from './json-hooks.ts';
import { readJson } from './json-text.ts';

const ofClaude = await commandsOf('claude-code');
const claude = wantedHooks('claude-code', ofClaude, '/opt/trip wire/bin/tripwire', null);
const managed = wantedHooks(
  'claude-code',
  ofClaude,
  '/opt/trip wire/bin/tripwire',
  '/etc/tripwire/hooks.json',
);
const ofGemini = await commandsOf('gemini-cli');
const gemini = wantedHooks('gemini-cli', ofGemini, '/opt/tripwire/bin/tripwire', null);
const kinds = [claude, managed, gemini];
const valueOf = (text: string) => readJson(text)?.value;

/** Settings as people have them. */
const written: readonly string[] = [
  '',
  '  \n',
  '{}',
  '{}\n',
  '{ }',
  '{\n}\n',
  '{\n  // nothing yet\n}\n',
  '\uFEFF{\r\n\t"model": "opus"\r\n}\r\n',
  '{ "model": "opus" }',
  '{"env":{"A":"b"},"hooks":{}}',
  '{"hooks":{"Stop":[]}}',
  '{\n    "hooks": {\n        "PreToolUse": [ ]\n    },\n    "model": "x"\n}',
  `{
  // mine
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard.sh" }] }, // keep
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
  },
  "model": "opus", /* last */
}
`,
  '{"allowManagedHooksOnly": false, "hooksConfig": {"enabled": false, "notifications": true}}',
  '{"hooksConfig": {}, "allowManagedHooksOnly":true}',
  '{"__proto__": {"hooks": 1}, "constructor": 2}',
];

describe('settings that are JSON', () => {
  test.each(written)('%j comes back byte for byte', (text) => {
    for (const wanted of kinds) {
      const installed = withHooks(text, wanted);
      expect(hasHooks(installed, wanted)).toBe(true);
      expect(withoutHooks(installed, text, wanted)).toBe(text);
    }
  });

  test('a file that was not there is gone again', () => {
    for (const wanted of kinds) {
      const installed = withHooks(null, wanted);
      expect(hasHooks(installed, wanted)).toBe(true);
      expect(withoutHooks(installed, null, wanted)).toBeNull();
    }
  });

  test('what others put there stays, in value and in order', () => {
    const text = written[12] ?? '';
    const before = valueOf(text) as { readonly hooks: Readonly<Record<string, unknown[]>> };
    const after = valueOf(withHooks(text, claude)) as typeof before;
    expect(after).toMatchObject({ model: 'opus' });
    expect(after.hooks['PreToolUse']).toStrictEqual([
      claude.groups['PreToolUse'],
      ...(before.hooks['PreToolUse'] ?? []),
    ]);
    expect(after.hooks['Stop']).toHaveLength(2);
  });

  test('a switch that was off is on, and off again afterwards', () => {
    const text = '{"hooksConfig": {"enabled": false}}';
    const installed = withHooks(text, gemini);
    expect(valueOf(installed)).toMatchObject({ hooksConfig: { enabled: true } });
    expect(withoutHooks(installed, text, gemini)).toBe(text);
  });

  test('edits elsewhere stay, and only our entries go', () => {
    const text = '{\n  "model": "opus",\n  "hooks": {}\n}\n';
    const edited = withHooks(text, claude).replace('"opus"', '"sonnet" /* cheaper */');
    expect(withoutHooks(edited, text, claude)).toBe(
      '{\n  "model": "sonnet" /* cheaper */,\n  "hooks": {}\n}\n',
    );
  });

  test('a handler that was added to our group stays', () => {
    const installed = withHooks('{}', claude);
    const theirs = { type: 'command', command: 'say hello' };
    const edited = installed.replace(
      /("SessionStart": \[\{ "hooks": \[)/,
      `$1${JSON.stringify(theirs)},`,
    );
    expect(edited).not.toBe(installed);
    expect(valueOf(withoutHooks(edited, '{}', claude) ?? '')).toStrictEqual({
      hooks: { SessionStart: [{ hooks: [theirs] }] },
    });
  });

  test('a comment in front of our entry is not made to swallow what follows', () => {
    const installed = withHooks('{ "model": "opus" }', claude);
    const edited = installed.replace('{\n', '{ // the watchdog\n');
    const left = withoutHooks(edited, '{ "model": "opus" }', claude) ?? '';
    expect(valueOf(left)).toStrictEqual({ model: 'opus' });
    expect(left).toContain('// the watchdog');
  });

  test('an entry of an older place is ours, one of another program is not', () => {
    const command = "'/old/bin/tripwire' hook claude-code";
    const old = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
    expect(holdsHooks(JSON.stringify(old), claude)).toBe(true);
    expect(withoutHooks(JSON.stringify(old), '{}', claude)).toBe('{}');
    const other = JSON.stringify(old).replace('hook claude-code', 'status');
    expect(holdsHooks(other, claude)).toBe(false);
    expect(withoutHooks(other, null, claude)).toBe(other);
  });

  test.each([
    ['[1]', 'it holds no JSON object'],
    ['{"hooks": []}', 'hooks is not an object'],
    ['{"hooks": {"Stop": {}}}', 'hooks.Stop is not a list'],
    ['{"a": 1,\n "b" 2}', 'line 2 is not JSON: a colon is expected there'],
    ['{"a": 1} x', 'line 1 is not JSON: the end of the file is expected there'],
    ['{"hooks": {}, "hooks": {}}', 'line 1 repeats a name of the same object'],
    ['{"a": "sk-secret\n"}', 'line 1 is not JSON: a value is expected there'],
    ['{"a": 01}', 'line 1 is not JSON'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 'nested more than 64 deep'],
  ])('%j is refused: %s', (text, why) => {
    expect(() => withHooks(text, claude)).toThrow(why);
  });
});

describe('whatever the settings are', () => {
  const key = fc.oneof(
    fc.constantFrom('hooks', 'hooksConfig', 'enabled', 'PreToolUse', 'Stop', 'model'),
    fc.string({ maxLength: 4 }),
  );
  const group = fc.record({
    matcher: fc.constantFrom('*', 'Bash'),
    hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), {
      maxLength: 2,
    }),
  });
  const settings = fc
    .record(
      {
        hooks: fc.dictionary(fc.constantFrom('PreToolUse', 'Stop', 'Other'), fc.array(group)),
        hooksConfig: fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
        allowManagedHooksOnly: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .chain((known) =>
      fc.dictionary(key, fc.jsonValue({ maxDepth: 3 })).map((more) => ({ ...more, ...known })),
    )
    .filter((value) => isUsable(value));
  const layout = fc.record({
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n'),
    note: fc.constantFrom('', '// a note\n', '/* a note */'),
  });
  const text = fc.tuple(settings, layout).map(([value, { indent, lineEnd, end, note }]) => {
    const json = JSON.stringify(value, null, indent).replaceAll('\n', lineEnd);
    return `${note}${json}${end}`;
  });

  /** What `withHooks` refuses is another test's business. */
  function isUsable(value: Readonly<Record<string, unknown>>): boolean {
    const isObject = (one: unknown) =>
      one === undefined || (typeof one === 'object' && one !== null && !Array.isArray(one));
    return isObject(value['hooks']) && isObject(value['hooksConfig']);
  }

  test('putting in and taking out is byte-equal; twice is once; the rest keeps its value', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...kinds), (before, wanted) => {
        const installed = withHooks(before, wanted);
        expect(hasHooks(installed, wanted)).toBe(true);
        const bare = withoutHooks(installed, before, wanted);
        expect(bare).toBe(before);
        expect(withHooks(bare, wanted)).toBe(installed);
      }),
    );
  });

  test('an edit elsewhere, made between the two, is all that is left', () => {
    const edited = fc.tuple(settings, layout).map(([value, { indent }]) => {
      const mark = '"0 mark 0"';
      const all = JSON.stringify({ first: '0 mark 0', ...value, last: '0 mark 0' }, null, indent);
      return { all, mark };
    });
    fc.assert(
      fc.property(edited, fc.constantFrom(...kinds), ({ all, mark }, wanted) => {
        const other = '{ "now": ["something", 1] /* else */ }';
        const installed = withHooks(all, wanted).replaceAll(mark, other);
        expect(withoutHooks(installed, all, wanted)).toBe(all.replaceAll(mark, other));
      }),
    );
  });
});
