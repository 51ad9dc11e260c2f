/**
 * Transcripts of the coding agents that a base URL alone guards, in the shape of files that real runs of them wrote:
 * qwen-code 0.24.4, @github/copilot 1.0.102, @continuedev/cli 1.5.47, pi-coding-agent 0.73.1, cline 3.0.65, kimi-code 2.1.0.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A command and what came of it. */
export interface ToldStep {
  readonly command: string;
  readonly result: string;
  readonly hasFailed?: boolean;
}

/** A session as it is told: one prompt, and steps with one tool each. Every answer uses 100 tokens in and 10 out. */
export interface ToldSession {
  readonly id: string;
  readonly prompt: string;
  readonly steps: readonly ToldStep[];
}

export type PlainTeller =
  | 'qwen-code'
  | 'copilot-cli'
  | 'continue-cli'
  | 'pi'
  | 'cline'
  | 'kimi-code';

const CWD = '/home/ada/house';
const SINCE_MS = Date.parse('2026-11-16T18:00:00.000Z');
const at = (second: number) => new Date(SINCE_MS + second * 1_000).toISOString();
const lines = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

function qwenCode({ id, prompt, steps }: ToldSession): string {
  const frame = (second: number, type: string) => ({
    uuid: `${type}-${second}`,
    sessionId: id,
    timestamp: at(second),
    type,
    provenance: type === 'user' ? 'real_user' : 'assistant_output',
    cwd: CWD,
    version: '0.24.4',
  });
  const usage = { promptTokenCount: 100, candidatesTokenCount: 10, cachedContentTokenCount: 40 };
  return lines([
    { ...frame(0, 'user'), message: { role: 'user', parts: [{ text: prompt }] } },
    { ...frame(0, 'system'), subtype: 'ui_telemetry', systemPayload: {} },
    ...steps.flatMap(({ command, result, hasFailed }, step) => {
      const call = { id: `call-${step}`, name: 'run_shell_command', args: { command } };
      const response = { output: result };
      const answer = { id: call.id, name: call.name, response };
      return [
        {
          ...frame(step + 1, 'assistant'),
          model: 'm',
          message: { role: 'model', parts: [{ text: 'I look.' }, { functionCall: call }] },
          usageMetadata: usage,
        },
        {
          ...frame(step + 1, 'tool_result'),
          message: { role: 'user', parts: [{ functionResponse: answer }] },
          toolCallResult: { callId: call.id, status: hasFailed === true ? 'error' : 'success' },
        },
      ];
    }),
  ]);
}

function copilotCli({ id, prompt, steps }: ToldSession): string {
  const event = (second: number, type: string, data: object) => ({
    type,
    data,
    id: `${type}-${second}`,
    timestamp: at(second),
  });
  const start = { sessionId: id, producer: 'copilot-agent', context: { cwd: CWD } };
  return lines([
    event(0, 'session.start', start),
    event(0, 'user.message', { content: prompt, transformedContent: `<now/>${prompt}` }),
    event(0, 'system.message', { role: 'system', content: 'You are an agent.' }),
    ...steps.flatMap(({ command, result, hasFailed }, step) => {
      const request = { toolCallId: `call-${step}`, name: 'bash', arguments: { command } };
      const usage = { model: 'm', inputTokens: 100, outputTokens: 10, cacheReadTokens: 40 };
      const code = hasFailed === true ? 1 : 0;
      const content = `${result}\n<shellId: ${step} completed with exit code ${code}>`;
      const done = { toolCallId: request.toolCallId, success: true, result: { content } };
      return [
        event(step + 1, 'session.usage_record', { usage: { ...usage, apiCallId: `a-${step}` } }),
        event(step + 1, 'assistant.message', { content: 'I look.', toolRequests: [request] }),
        event(step + 1, 'tool.execution_start', { toolCallId: request.toolCallId }),
        event(step + 1, 'tool.execution_complete', done),
      ];
    }),
    event(99, 'session.shutdown', {}),
  ]);
}

function continueCli({ id, prompt, steps }: ToldSession): string {
  const usage = { prompt_tokens: 100, completion_tokens: 10, model: 'm' };
  const details = { prompt_tokens_details: { cached_tokens: 40 } };
  const history = [
    { message: { role: 'user', content: prompt }, contextItems: [] },
    ...steps.map(({ command, result, hasFailed }, step) => {
      const called = { name: 'Bash', arguments: JSON.stringify({ command }) };
      const call = { id: `call-${step}`, type: 'function', function: called };
      const status = hasFailed === true ? 'errored' : 'done';
      return {
        message: {
          role: 'assistant',
          content: 'I look.',
          toolCalls: [call],
          usage: { ...usage, ...details },
        },
        toolCallStates: [{ toolCallId: call.id, status, output: [{ content: result }] }],
      };
    }),
  ];
  return JSON.stringify({ sessionId: id, workspaceDirectory: CWD, history });
}

function pi({ id, prompt, steps }: ToldSession): string {
  const usage = { input: 60, output: 10, cacheRead: 40, cacheWrite: 0 };
  let last: string | null = null;
  const message = (second: number, value: object) => {
    const own = `${second}-${String(last)}`.slice(0, 60);
    const line = {
      type: 'message',
      id: own,
      parentId: last,
      timestamp: at(second),
      message: value,
    };
    last = own;
    return line;
  };
  return lines([
    { type: 'session', version: 3, id, timestamp: at(0), cwd: CWD },
    message(0, { role: 'user', content: [{ type: 'text', text: prompt }] }),
    ...steps.flatMap(({ command, result, hasFailed = false }, step) => {
      const call = { type: 'toolCall', id: `call-${step}`, name: 'bash', arguments: { command } };
      const content = [{ type: 'text', text: 'I look.' }, call];
      const answer = { role: 'assistant', content, model: 'm', usage };
      const text = [{ type: 'text', text: result }];
      const told = { role: 'toolResult', toolCallId: call.id, content: text, isError: hasFailed };
      return [message(step + 1, answer), message(step + 1, told)];
    }),
  ]);
}

function cline({ id, prompt, steps }: ToldSession): string {
  const metrics = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 40, cacheWriteTokens: 0 };
  const said = `<user_input mode="act">${prompt}</user_input>`;
  const messages = [
    { id: 'm-0', role: 'user', content: [{ type: 'text', text: said }], ts: SINCE_MS },
    ...steps.flatMap(({ command, result, hasFailed = false }, step) => {
      const input = { commands: [command] };
      const use = { type: 'tool_use', id: `call-${step}`, name: 'run_commands', input };
      const answer = { type: 'tool_result', tool_use_id: use.id, content: result };
      const ts = SINCE_MS + step * 1_000;
      return [
        { id: `a-${step}`, role: 'assistant', content: [use], ts, modelInfo: { id: 'm' }, metrics },
        { id: `r-${step}`, role: 'user', content: [{ ...answer, is_error: hasFailed }], ts },
      ];
    }),
  ];
  return JSON.stringify({ version: 1, agent: 'lead', sessionId: id, messages });
}

function kimiCode({ prompt, steps }: ToldSession): string {
  const usage = { inputOther: 60, output: 10, inputCacheRead: 40, inputCacheCreation: 0 };
  const event = (second: number, value: object) => ({
    type: 'context.append_loop_event',
    agentId: 'main',
    event: value,
    time: SINCE_MS + second * 1_000,
  });
  const input = [{ type: 'text', text: prompt }];
  return lines([
    { type: 'metadata', protocol_version: '1.5', created_at: SINCE_MS },
    { type: 'turn.prompt', agentId: 'main', input, time: SINCE_MS },
    { type: 'llm.request', agentId: 'main', model: 'm', time: SINCE_MS },
    ...steps.flatMap(({ command, result, hasFailed = false }, step) => {
      const [second, toolCallId, uuid] = [step + 1, `call-${step}`, `step-${step}`];
      const part = { type: 'text', text: 'I look.' };
      const output = { output: result, ...(hasFailed ? { isError: true } : {}) };
      return [
        event(second, { type: 'step.begin', uuid }),
        event(second, { type: 'content.part', part }),
        event(second, { type: 'tool.call', toolCallId, name: 'Bash', args: { command } }),
        event(second, { type: 'tool.result', toolCallId, result: output }),
        event(second, { type: 'step.end', uuid, usage }),
      ];
    }),
  ]);
}

/** Where each client puts a session below a home, and how it writes it. */
const tellers: Readonly<
  Record<PlainTeller, readonly [place: (id: string) => string, tell: (one: ToldSession) => string]>
> = {
  'qwen-code': [(id) => `.qwen/projects/-home-ada-house/chats/${id}.jsonl`, qwenCode],
  'copilot-cli': [(id) => `.copilot/session-state/${id}/events.jsonl`, copilotCli],
  'continue-cli': [(id) => `.continue/sessions/${id}.json`, continueCli],
  pi: [(id) => `.pi/agent/sessions/--home-ada-house--/2026-11-16_${id}.jsonl`, pi],
  cline: [(id) => `.cline/data/sessions/${id}/${id}.messages.json`, cline],
  'kimi-code': [
    (id) => `.kimi-code/sessions/wd_house_33bba9ba6213/${id}/agents/main/wire.jsonl`,
    kimiCode,
  ],
};

/** All of them. */
export const PLAIN_TELLERS = Object.keys(tellers) as readonly PlainTeller[];

/** Writes a session where the client would; its path. */
export function writePlainTranscript(
  home: string,
  client: PlainTeller,
  session: ToldSession,
): string {
  const [place, tell] = tellers[client];
  const file = join(home, place(session.id));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, tell(session));
  if (client === 'cline') {
    const facts = { version: 1, session_id: session.id, cwd: CWD };
    writeFileSync(file.replace('.messages.json', '.json'), JSON.stringify(facts));
  }
  if (client === 'continue-cli') {
    writeFileSync(
      join(dirname(file), 'sessions.json'),
      JSON.stringify([{ sessionId: session.id }]),
    );
  }
  return file;
}
