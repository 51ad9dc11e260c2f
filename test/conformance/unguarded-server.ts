/** The tools of a prompt on a server of the MCP SDK that knows nothing of guardrails. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { paramsJsonSchema } from '../../src/adapters/params-json-schema.ts';
import { Session, type Prompt } from '../../src/guardrails/index.ts';
import { runUnguarded } from './unguarded-tool.ts';

/** Makes the server; it is not connected to anything yet. */
export function unguardedServer(prompt: Prompt): McpServer {
  const capable = { capabilities: { tools: {} } };
  const mcp = new McpServer({ name: 'kit', version: '1.0.0' }, capable);
  const { server } = mcp;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: prompt.tools.map((tool) => ({ name: tool.name, inputSchema: paramsJsonSchema(tool) })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => {
    try {
      const text = await runUnguarded(prompt, new Session(), name, args);
      return { content: [{ type: 'text', text }] };
    } catch (error) {
      return { content: [{ type: 'text', text: (error as Error).message }], isError: true };
    }
  });
  return mcp;
}
