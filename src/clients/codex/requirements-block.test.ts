/** The block goes into Codex's requirements and comes out again; what it cannot be added to is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hookCommands } from '../hook-commands.ts';
import { holdsBlock, withBlock, withoutBlock } from './requirements-block.ts';
import { CODEX_SETTINGS } from './settings.ts';

const commands = hookCommands('codex', String.raw`'/opt/o'\''brien/bin/tripwire'`);
const groups = Object.fromEntries(
  Object.entries(commands).map(([event, command]) => [
    event,
    CODEX_SETTINGS.group(event, { type: 'command', command }),
  ]),
);
const wanted = { groups, managedFolder: "/opt/o'brien/bin" };

describe('the managed requirements of Codex', () => {
  test('a new file holds the switch, the folder and every event', () => {
    const text = withBlock(null, wanted);
    expect(text).toContain('[features]\nhooks = true\n');
    expect(text).toContain('[hooks]\nmanaged_dir = "/opt/o\'brien/bin"\n');
    expect(text).toContain(String.raw`'/opt/o'\\''brien/bin/tripwire' hook codex || sh -c `);
    for (const event of Object.keys(groups)) expect(text).toContain(`[[hooks.${event}.hooks]]\n`);
    expect(withoutBlock(text, null)).toBeNull();
  });

  test.each([
    '',
    '# ours\n',
    'allowed_approval_policies = ["untrusted"]',
    '[features]\nhooks = true # pinned\nweb = false\n',
    '[hooks]\r\nmanaged_dir = "/opt/policy"\r\n[[hooks.PreToolUse]]\r\n[[hooks.PreToolUse.hooks]]\r\ncommand = "x"\r\n',
    '[[rules]]\nname = "a"\n\n',
    'features.hooks = true\n',
    'features = { hooks = true }\n',
  ])('%j comes back byte for byte', (text) => {
    const installed = withBlock(text, wanted);
    expect(holdsBlock(installed)).toBe(true);
    expect(withoutBlock(installed, text)).toBe(text);
  });

  test('a table that is there is not written twice', () => {
    const text = '[features]\nhooks = true\n[hooks]\nmanaged_dir = "/opt/policy"\n';
    const installed = withBlock(text, wanted);
    expect(installed.match(/^\[features\]$/gm)).toHaveLength(1);
    expect(installed.match(/^\[hooks\]$/gm)).toHaveLength(1);
  });

  test('what was written behind the block stays', () => {
    const edited = `${withBlock('a = 1', wanted)}\n[extra]\nb = 2\n`;
    expect(withoutBlock(edited, 'a = 1')).toBe('a = 1\n[extra]\nb = 2\n');
  });

  test.each([
    ['[features]\nweb = true\n', 'no table [features] with hooks = true'],
    ['features = { web = true }\n', 'no table [features] with hooks = true'],
    ['[features]\nhooks = true\n[hooks]\nPreToolUse = []\n', 'no table [hooks] with managed_dir'],
    ['hooks = { Stop = [] }\n', 'no table [hooks] with managed_dir'],
    ['[[hooks.Stop]]\n', 'no table [hooks] with managed_dir'],
    ['hooks = { managed_dir = "/x" }\n', 'no table [hooks] with managed_dir'],
    ['[hooks]\nmanaged_dir = "/x"\nStop = []\n', 'no table [hooks] with managed_dir'],
    ['[hooks\n', 'not valid TOML'],
  ])('%j is refused: %s', (text, why) => {
    expect(() => withBlock(text, wanted)).toThrow(why);
  });

  test('half a block is refused', () => {
    expect(() => holdsBlock('# >>> tripwire\na = 1\n')).toThrow('without its other line');
    expect(holdsBlock('a = 1\n')).toBe(false);
  });

  test('whatever stands there comes back byte for byte', () => {
    const line = fc.oneof(
      fc.constantFrom('# note', '[a]', '[[b]]', 'c = "d"', '', '  ', '[features]\nhooks = true'),
      fc.string({ maxLength: 10 }).map((text) => `# ${text.replaceAll(/[\r\n]/g, ' ')}`),
    );
    const file = fc
      .tuple(fc.uniqueArray(line), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, lineEnd, isEnded]) => `${lines.join(lineEnd)}${isEnded ? lineEnd : ''}`);
    fc.assert(
      fc.property(file, (text) => {
        const installed = withBlock(text, wanted);
        expect(holdsBlock(installed)).toBe(true);
        expect(withoutBlock(installed, text)).toBe(text);
      }),
    );
  });
});
