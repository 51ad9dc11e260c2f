/** The TOML that says where Codex sends its calls: what is read, what is passed over, what is not guessed. */
import { describe, expect, test } from 'vitest';
import { readToml, tomlAt, tomlValues } from './toml.ts';

const usual = `
# a comment
model = "gpt-5.1-codex"   # with words behind it
openai_base_url = 'http://127.0.0.1:4180/v1'
notify = [
  "a]b", # it's [
  "c",
]
note = """
[model_providers.tw]
base_url = "not this one"
"""
mcp_servers.x.args = ["-y", "thing"]

[model_providers.tw]
base_url = "http://127.0.0.1:4180/agents/a/openai/v1"
http_headers = { "x-a" = "b" }
retries = 0

[model_providers."my.own"]
base_url = "http://127.0.0.1:9/v1"

[[hooks.PreToolUse]]
matcher = "*"
`;

describe('keys that are read', () => {
  test.each([
    [['model'], 'gpt-5.1-codex'],
    [['openai_base_url'], 'http://127.0.0.1:4180/v1'],
    [['model_providers', 'tw', 'base_url'], 'http://127.0.0.1:4180/agents/a/openai/v1'],
    [['model_providers', 'my.own', 'base_url'], 'http://127.0.0.1:9/v1'],
    [['model_provider'], null],
    [['model_providers', 'other', 'base_url'], null],
  ])('%j', (path, text) => {
    expect(readToml(usual)?.textAt(...path)).toEqual({ text });
  });
});

describe('every way to write it', () => {
  test.each([
    ['an inline table', 'model_providers = { tw = { base_url = "x" } }'],
    ['an inline table under a name', 'model_providers.tw = { base_url = "x" }'],
    ['a text with an escape', String.raw`model_providers.tw.base_url = "\u0078"`],
    ['a text of several lines', "model_providers.tw.base_url = '''\nx'''"],
    ['a quoted table', '["model_providers".tw]\nbase_url = "x"'],
  ])('%s', (_, text) => {
    expect(readToml(text)?.textAt('model_providers', 'tw', 'base_url')).toEqual({ text: 'x' });
  });
});

describe('what is not guessed', () => {
  test.each([
    ['something else than a text', 'model_providers.tw.base_url = 4'],
    ['a table in its place', '[model_providers.tw.base_url]\nx = 1'],
    ['a text in the place of a table', 'model_providers.tw = "x"'],
    ['a list in the place of a table', '[[model_providers]]\ntw = 1'],
  ])('%s makes the key unclear', (_, text) => {
    expect(readToml(text)?.textAt('model_providers', 'tw', 'base_url')).toBe('unclear');
  });

  test('names that every object has are no keys', () => {
    expect(readToml('a = 1')?.textAt('constructor', 'name')).toEqual({ text: null });
    expect(tomlAt(tomlValues('a = 1'), 'a', 'toString')).toBeUndefined();
  });

  test.each([
    ['a line of no known kind', 'base_url "x"'],
    ['a list that never ends', 'a = [\n1,\n'],
    ['a text that never ends', 'a = """\nx'],
    ['a bracket too many', 'a = 1]'],
    ['a key that stands twice', 'a = "x"\na = "y"'],
  ])('%s makes the file unclear', (_, text) => {
    expect(readToml(text)).toBeNull();
  });
});
