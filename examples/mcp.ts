/**
 * A gate between a client and a server of the Model Context Protocol. On the command line it is `tripwire mcp -- COMMAND`;
 * this is the same in code, with the SDK's own transports.
 *
 * Run: npm run build && node examples/mcp.ts
 */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { gateMcp } from 'agent-tripwire/adapters/mcp';
import { DenyTools, MarkdownSection, Prompt, PromptTemplate } from 'agent-tripwire/guardrails';
import { z } from 'zod';

// A server with two tools.
const ran: string[] = [];
const server = new McpServer({ name: 'rows', version: '1.0.0' });
for (const name of ['read_row', 'drop_table']) {
  server.registerTool(name, { inputSchema: { table: z.string() } }, ({ table }) => {
    ran.push(name);
    return { content: [{ type: 'text', text: `${name} ${table}` }] };
  });
}

const template = new PromptTemplate({
  ns: 'example',
  key: 'rows',
  sections: [new MarkdownSection({ tools: [{ name: 'read_row' }, { name: 'drop_table' }] })],
  policies: [new DenyTools({ tools: ['drop_table'], reason: 'Tables are dropped by people.' })],
});
const [clientEnd, fromClient] = InMemoryTransport.createLinkedPair();
const [toServer, serverEnd] = InMemoryTransport.createLinkedPair();
await server.connect(serverEnd);
const prompt = new Prompt({ template });
const gate = await gateMcp({ prompt, client: fromClient, server: toServer });

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(clientEnd);
const args = { arguments: { table: 'users' } };
const read = await client.callTool({ name: 'read_row', ...args });
const dropped = await client.callTool({ name: 'drop_table', ...args });
await gate.close();

assert.deepEqual(read.content, [{ type: 'text', text: 'read_row users' }]);
assert.equal(dropped.isError, true);
assert.match(
  JSON.stringify(dropped.content),
  /Tables are dropped by people/,
  'the model reads why',
);
assert.deepEqual(ran, ['read_row'], 'the server never heard of it');
console.log('ok');
