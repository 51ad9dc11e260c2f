/**
 * Which real coding agents run a tool call that the model only wrote into the text of its answer. Approvals on the wire see
 * calls, not texts, so whoever reads one out of a text is not covered by them (docs/threat-model.md).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FakeToolCall } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { endHomeProcesses } from './home-processes.ts';
import { openLab } from './lab.ts';
import { opencodeOnChat, opencodeOnMessages, opencodeOnResponses } from './opencode.ts';
import { plainClients } from './plain-clients.ts';
import type { TriedClient } from './tried-client.ts';

type Form = (call: FakeToolCall) => string;

const json = ({ name, args }: FakeToolCall) => JSON.stringify({ name, arguments: args });
const tags = (args: FakeToolCall['args'], tag: (name: string, value: string) => string) =>
  Object.entries(args)
    .map(([name, value]) => tag(name, String(value)))
    .join('\n');

/** The forms in which models that were trained on them write calls as text. */
const FORMS: Readonly<Record<string, Form>> = {
  hermes: (call) => `<tool_call>\n${json(call)}\n</tool_call>`,
  'qwen-xml': ({ name, args }) =>
    `<tool_call>\n<function=${name}>\n${tags(args, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>\n</tool_call>`,
  'function-equals': ({ name, args }) => `<function=${name}>${JSON.stringify(args)}</function>`,
  invoke: ({ name, args }) =>
    `<function_calls>\n<invoke name="${name}">\n${tags(args, (key, value) => `<parameter name="${key}">${value}</parameter>`)}\n</invoke>\n</function_calls>`,
  'own-tag': ({ name, args }) =>
    `<${name}>\n${tags(args, (key, value) => `<${key}>${value}</${key}>`)}\n</${name}>`,
  mistral: ({ name, args }) =>
    `[TOOL_CALLS][{"name":"${name}","arguments":${JSON.stringify(args)}}]`,
  kimi: ({ name, args }) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${JSON.stringify(args)}<|tool_call_end|><|tool_calls_section_end|>`,
  harmony: ({ name, args }) =>
    `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(args)}<|call|>`,
  fence: (call) => `\`\`\`json\n${json(call)}\n\`\`\``,
  'tool-code': ({ name, args }) =>
    `\`\`\`tool_code\n${name}(command=${JSON.stringify(args['command'])})\n\`\`\``,
  continue: ({ name, args }) =>
    `\`\`\`tool\nTOOL_NAME: ${name}\n${tags(args, (key, value) => `BEGIN_ARG: ${key}\n${value}\nEND_ARG`)}\n\`\`\``,
  bare: json,
};

const tried: readonly TriedClient[] = [
  claudeCode,
  codex,
  geminiCli,
  opencodeOnMessages,
  opencodeOnChat,
  opencodeOnResponses,
  ...plainClients,
];

const forms = Object.entries(FORMS);

describe.each(tried.map((client) => ({ client, title: client.title })))('$title', ({ client }) => {
  test('runs a call, and nothing that stands in a text', async () => {
    const said = forms
      .map(([name, form]) => form(client.shell(`echo ran > ${name}.txt`)))
      .join('\n\n');
    let turns = 0;
    const place = await openLab(client, ({ body }) => {
      if (!('tools' in body)) return { text: 'A title' };
      turns += 1;
      if (turns === 1) return { toolCalls: [client.shell('echo ran > called.txt')] };
      return { text: turns === 2 ? said : 'That is all.' };
    });
    onTestFinished(async () => {
      endHomeProcesses(place.home);
      await place.close();
    });
    const run = await place.run('find the cat');
    const isThere = (name: string) => existsSync(join(place.project, `${name}.txt`));
    expect(isThere('called'), run.stderr).toBe(true);
    expect(turns).toBeGreaterThan(1);
    expect(forms.map(([name]) => name).filter(isThere)).toEqual([]);
  });
});
