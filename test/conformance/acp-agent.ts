/**
 * An agent of the Agent Client Protocol, made with its SDK: a plain tool loop that asks before every tool. And the two
 * ends of a stream, for a client and an agent in one process.
 */
import {
  agent,
  methods,
  type AgentApp,
  type AnyMessage,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { paramsJsonSchema } from '../../src/adapters/params-json-schema.ts';
import { Session, type Prompt } from '../../src/guardrails/index.ts';
import { ToolLoop } from './tool-loop.ts';
import { runUnguarded } from './unguarded-tool.ts';

/** What the agent is made of. */
export interface AcpAgentOptions {
  readonly providerUrl: string;
  readonly prompt: Prompt;
  /** Tools that it runs without asking. */
  readonly unasked?: readonly string[];
}

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
] as const;

/** Two ends of one stream. */
export function streamPair() {
  const there = new TransformStream<AnyMessage, AnyMessage>();
  const back = new TransformStream<AnyMessage, AnyMessage>();
  return [
    { readable: back.readable, writable: there.writable },
    { readable: there.readable, writable: back.writable },
  ] as const;
}

/** The agent. */
export function acpAgent({ providerUrl, prompt, unasked = [] }: AcpAgentOptions): AgentApp {
  const sessionId = 'session-1';
  const tools = prompt.tools.map((tool) => ({
    name: tool.name,
    inputSchema: paramsJsonSchema(tool),
  }));
  let stopping = new AbortController();
  let ask: (name: string, args: unknown, id: string) => Promise<string> = () =>
    Promise.reject(new Error('no turn'));
  const call = (name: string, args: unknown, id: string) => ask(name, args, id);
  const isStopped = () => stopping.signal.aborted;
  const loop = new ToolLoop({ providerUrl, tools, call, isStopped });
  return agent({ name: 'kit' })
    .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, () => ({ sessionId }))
    .onNotification(methods.agent.session.cancel, () => stopping.abort())
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      stopping = new AbortController();
      ask = async (name, rawInput, toolCallId) => {
        const tell = (update: object) =>
          client.notify(methods.client.session.update, {
            sessionId,
            update: { sessionUpdate: 'tool_call_update', toolCallId, ...update },
          });
        await client.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: 'tool_call', toolCallId, title: name, name, rawInput },
        });
        if (!unasked.includes(name)) {
          const asked = { sessionId, toolCall: { toolCallId }, options: OPTIONS };
          const method = methods.client.session.requestPermission;
          const { outcome } = await client.request<RequestPermissionResponse>(method, asked);
          if (outcome.outcome !== 'selected' || outcome.optionId === 'no') {
            return 'The user did not permit this.';
          }
        }
        await tell({ status: 'in_progress' });
        try {
          const text = await runUnguarded(prompt, new Session(), name, rawInput);
          await tell({ status: 'completed', rawOutput: text });
          return text;
        } catch (error) {
          await tell({ status: 'failed', rawOutput: String(error) });
          return String(error);
        }
      };
      const asked = params.prompt.map((block) => (block.type === 'text' ? block.text : ''));
      const text = await loop.turn(asked.join('\n'));
      if (text === null) return { stopReason: 'cancelled' };
      await client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
      return { stopReason: 'end_turn' };
    });
}
