/** The compatibility kit through the SDK of the Model Context Protocol: its client, the gate, its server. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { capabilities, gateMcp } from '../../src/adapters/mcp/index.ts';
import { describeAdapter } from './adapter.case.ts';
import { ToolLoop } from './tool-loop.ts';
import { unguardedServer } from './unguarded-server.ts';

describeAdapter('mcp', {
  capabilities,
  run: async ({ guard, input, providerUrl }) => {
    const [clientEnd, client] = InMemoryTransport.createLinkedPair();
    const [server, serverEnd] = InMemoryTransport.createLinkedPair();
    await unguardedServer(guard.prompt).connect(serverEnd);
    await using stack = new AsyncDisposableStack();
    const gate = await gateMcp({ ...guard, client, server });
    stack.defer(() => gate.close());
    const mcp = new Client({ name: 'kit', version: '1.0.0' });
    await mcp.connect(clientEnd);
    const { tools } = await mcp.listTools();
    const call = async (name: string, args: unknown) => {
      const asked = { name, arguments: args as Record<string, unknown> };
      const { content } = (await mcp.callTool(asked)) as { content: { text: string }[] };
      return content.map(({ text }) => text).join('\n');
    };
    await new ToolLoop({ providerUrl, tools, call }).turn(input);
    return { stop: null };
  },
});
