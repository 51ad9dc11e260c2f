/**
 * Files that are refused: every problem at once, by name and line, with what was meant or expected.
 */
import { describe, expect, test } from 'vitest';
import { configFolder, errorOf, loadText, problemsOf } from '../../test/kit/config-folder.ts';
import { loadConfig } from './index.ts';

describe('typos', () => {
  test.each([
    ['agnets: {}', 'agnets', 'agents'],
    ['agent: {}', 'agent', 'agents'],
    ['prot: 1', 'prot', 'port'],
    ['adminPort: 1', 'adminPort', 'admin_port'],
    ['admin-port: 1', 'admin-port', 'admin_port'],
    ['Host: a', 'Host', 'host'],
    ['allowremote: true', 'allowremote', 'allow_remote'],
    ['consitution: coding-v1', 'consitution', 'constitution'],
    ['registraton: open', 'registraton', 'registration'],
    ['evidenceDays: 1', 'evidenceDays', 'evidence_days'],
    ['killswitch: {}', 'killswitch', 'kill_switch'],
    ['upstream: {}', 'upstream', 'upstreams'],
    ['kill_switch: { treshold: 1 }', 'kill_switch.treshold', 'threshold'],
    ['kill_switch: { windowSize: 9 }', 'kill_switch.windowSize', 'window_size'],
    ['kill_switch: { window: 9 }', 'kill_switch.window', 'window_size'],
    ['kill_switch: { enable: true }', 'kill_switch.enable', 'enabled'],
    ['agents: { a: { killSwitch: {} } }', 'agents.a.killSwitch', 'kill_switch'],
    [
      'agents: { a: { tokens_per_minute: 1 } }',
      'agents.a.tokens_per_minute',
      'max_tokens_per_minute',
    ],
    ['upstreams: { openai: { api_key: env:A } }', 'upstreams.openai.api_key', 'key'],
    ['upstreams: { openai: { base_url: x } }', 'upstreams.openai.base_url', 'url'],
    ['retention: { max_mib: 99 }', 'retention.max_mib', 'max_mb'],
    ['limits: { bodyMB: 1 }', 'limits.bodyMB', 'body_mb'],
    // Right, but not here.
    ['window_size: 9', 'window_size', 'kill_switch.window_size'],
    ['enabled: true', 'enabled', 'kill_switch.enabled'],
    ['max_mb: 99', 'max_mb', 'retention.max_mb'],
    ['max_tokens_per_minute: 9', 'max_tokens_per_minute', 'agents.<name>.max_tokens_per_minute'],
  ])('%s', (text, path, meant) => {
    expect(problemsOf(() => loadText(`# one\n${text}\n`))).toEqual([
      `2 ${path}: unknown key; did you mean ${meant}?`,
    ]);
  });

  test('a key like nothing we know gets the keys that there are', () => {
    expect(problemsOf(() => loadText('retention: { zzzzzz: 1 }\n'))).toEqual([
      '1 retention.zzzzzz: unknown key; the keys here are days, max_mb',
    ]);
  });

  test.each([
    [
      'capture: on_stop',
      'capture: must be none, on-stop or all, not "on_stop"; did you mean on-stop?',
    ],
    [
      'registration: close',
      'registration: must be open or closed, not "close"; did you mean closed?',
    ],
    [
      'kill_switch: { detector: progres }',
      'kill_switch.detector: must be progress or literal, not "progres"; did you mean progress?',
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(() => loadText(`${text}\n`))).toEqual([`1 ${problem}`]);
  });
});

describe('wrong values say what was expected and what came', () => {
  test.each([
    ['port: 65536', 'port: must be a whole number from 0 to 65535, not 65536'],
    ['port: 1.5', 'port: must be a whole number from 0 to 65535, not 1.5'],
    ['port: .nan', 'port: must be a whole number from 0 to 65535, not NaN'],
    ['allow_remote: yes', 'allow_remote: must be true or false, not "yes"'],
    ['host: a b', 'host: must be a host name or an IP address (here: "a b")'],
    ['evidence_days: 0', 'evidence_days: must be a whole number from 1 to 3650, not 0'],
    [
      'agents: [a]',
      'agents: must be a mapping (indented lines of the form key: value), not a list of 1',
    ],
    [
      'kill_switch: { window_size: 4 }',
      'kill_switch.window_size: must be a whole number from 5 to 100, not 4',
    ],
    [
      'kill_switch: { window_size: 101 }',
      'kill_switch.window_size: must be a whole number from 5 to 100, not 101',
    ],
    [
      'kill_switch: { threshold: 0.9 }',
      'kill_switch.threshold: must be a number from 1 to 50, not 0.9',
    ],
    [
      'kill_switch: { threshold: 51 }',
      'kill_switch.threshold: must be a number from 1 to 50, not 51',
    ],
    [
      'kill_switch: { threshold: 1.00001 }',
      'kill_switch.threshold: must have at most four decimal digits (here: 1.00001)',
    ],
    [
      'kill_switch: { exceptions: [{ tool: a, is: slow }] }',
      'kill_switch.exceptions[0].is: must be poll or healthy, not "slow"',
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(() => loadText(`${text}\n`))).toEqual([`1 ${problem}`]);
  });

  test('a long text is cut short in the message', () => {
    expect(problemsOf(() => loadText(`data: ${'x'.repeat(4097)}\n`))).toEqual([
      `1 data: must be a text of 1 to 4096 characters, not "${'x'.repeat(40)}…"`,
    ]);
  });

  test('a key without a value is no default', () => {
    expect(problemsOf(() => loadText('retention:\nport:\n'))).toEqual([
      expect.stringMatching(/^1 retention: has no value; write a mapping .*, or remove the key$/),
      expect.stringMatching(/^2 port: has no value; write a whole number/),
    ]);
  });

  test('all problems come at once, in the order of the file, each with its place', () => {
    const folder = configFolder(`agnets: {}
port: abc
upstreams:
  Local:
    url: http://example.com
agents:
  my.agent:
    kill_switch:
      threshold: 99
  a/b: {}
`);
    const error = errorOf(() => loadConfig(folder.sources));
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.problems.map(({ line, path }) => [line, path])).toEqual([
      [1, 'agnets'],
      [2, 'port'],
      [4, 'upstreams.Local.format'],
      [4, 'upstreams.Local'],
      [5, 'upstreams.Local.url'],
      [9, 'agents["my.agent"].kill_switch.threshold'],
      [10, 'agents["a/b"]'],
    ]);
    expect(error.message.split('\n')[0]).toBe(
      `${folder.file}:1: agnets: unknown key; did you mean agents?`,
    );
  });
});

describe('YAML', () => {
  test.each([
    ['port: 1\nport: 2\n', '2 : this key stands twice in its mapping; keep one'],
    ['a:\n\tb: 1\n', '2 : is not valid YAML: indent with spaces, not with a tab'],
    ['port: 1\n---\nport: 2\n', '2 : a second document (---) begins here; write one'],
    ['data: "x\n', '2 : is not valid YAML: a quote, bracket, colon or comma is missing'],
    ['data: !env X\n', '1 : tags (!name) are not known here; write the plain value'],
    [
      'agents: &a {}\nlimits: *a\n',
      '2 : aliases (*name) are not known here; write the value again',
    ],
    ['agents:\n  __proto__: {}\n', '2 : __proto__ cannot be a name here'],
    ['? [a, b]\n: 1\n', '1 : a key must be a word, not a list or a mapping'],
    ['- port\n', '- : must be a mapping: lines of the form key: value'],
    ['just words\n', '- : must be a mapping: lines of the form key: value'],
    ['', '- : is empty; write a setting or a comment, or remove it'],
    [' \n\n', '- : is empty; write a setting or a comment, or remove it'],
    [`# ${'x'.repeat(1_048_576)}\n`, '- : has 1048579 bytes; the most is 1048576'],
  ])('%#: a file that YAML would take or break on', (text, problem) => {
    expect(problemsOf(() => loadText(text))).toEqual([problem]);
  });

  test('bytes that are no text are refused', () => {
    const folder = configFolder();
    folder.write(Uint8Array.from([0x61, 0x3a, 0x20, 0xff, 0xfe]));
    expect(problemsOf(() => loadConfig(folder.sources))).toEqual([
      '- : is not UTF-8 text; save it as UTF-8',
    ]);
  });

  test('a folder in place of the file is refused, not passed over', () => {
    const { sources } = configFolder('port: 1\n');
    const file = sources.home;
    expect(() => loadConfig({ ...sources, file })).toThrow(/cannot be read \(EISDIR\)/);
  });
});
