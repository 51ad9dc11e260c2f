/**
 * An MCP server for tests, made with the SDK. It writes the name of every tool that it runs to the file that its first
 * argument names.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

type Args = Readonly<Record<string, unknown>>;

const [, , log = ''] = process.argv;
const tools: Readonly<Record<string, (args: Args) => string>> = {
  echo: ({ text }) => String(text),
  variables: () =>
    Object.keys(process.env)
      .filter((name) => name.startsWith('TRIPWIRE_'))
      .join(' '),
  read_file: ({ path }) => readFileSync(String(path), 'utf8'),
  write_file: ({ path, text }) => {
    writeFileSync(String(path), String(text));
    return 'written';
  },
  leave: () => {
    process.exitCode = 7;
    process.stdin.destroy();
    return 'leaving';
  },
};

const mcp = new McpServer({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } });
const { server } = mcp;
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
  appendFileSync(log, `${name}\n`);
  const text = tools[name]?.(args) ?? `no ${name}`;
  return { content: [{ type: 'text', text }] };
});
await mcp.connect(new StdioServerTransport());
