/** The compatibility kit through the SDK of the Agent Client Protocol: its client, the guard, its agent. */
import { client, methods, type NewSessionResponse } from '@agentclientprotocol/sdk';
import { capabilities, guardAcp } from '../../src/adapters/acp/index.ts';
import { acpAgent, streamPair } from './acp-agent.ts';
import { describeAdapter } from './adapter.case.ts';

describeAdapter('acp', {
  capabilities,
  run: async ({ guard, input, providerUrl }) => {
    const [clientEnd, agentEnd] = streamPair();
    acpAgent({ providerUrl, prompt: guard.prompt }).connect(agentEnd);
    const guarded = guardAcp({ agent: clientEnd, guard: () => guard });
    return client({ name: 'kit' })
      .onNotification(methods.client.session.update, () => undefined)
      .onRequest(methods.client.session.requestPermission, () => ({
        outcome: { outcome: 'selected', optionId: 'yes' },
      }))
      .connectWith(guarded.stream, async (agent) => {
        const hello = { protocolVersion: 1, clientCapabilities: {} };
        await agent.request(methods.agent.initialize, hello);
        const method = methods.agent.session.new;
        const asked = { cwd: '/', mcpServers: [] };
        const { sessionId } = await agent.request<NewSessionResponse>(method, asked);
        const prompt = [{ type: 'text' as const, text: input }];
        await agent.request(methods.agent.session.prompt, { sessionId, prompt });
        return { stop: guarded.stop(sessionId) };
      });
  },
});
