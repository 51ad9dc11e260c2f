/**
 * An MCP server that reads JSON as Go's encoding/json does: a key matches a field whatever its case, and the last one
 * counts; a tool's name is trimmed. It writes what it runs, and what was cancelled, to the file that its first argument names. The tool `slow`
 * answers when its call is cancelled, or never.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

type Fields = Readonly<Record<string, unknown>>;

const [, , log = ''] = process.argv;

/** The field as such a reader finds it. */
function field(value: unknown, name: string): unknown {
  const found = Object.entries(Object(value) as Fields).filter(
    ([key]) => key.toUpperCase().toLowerCase() === name.toLowerCase(),
  );
  return found.at(-1)?.[1];
}

function answer(id: unknown, text: string): void {
  const result = { content: [{ type: 'text', text }] };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const message: unknown = JSON.parse(line);
  const params = field(message, 'params');
  if (field(message, 'method') === 'notifications/cancelled') {
    const id = field(params, 'requestId');
    appendFileSync(log, `cancelled ${JSON.stringify(id)}\n`);
    answer(id, 'done all the same');
  }
  const method = String(field(message, 'method'));
  if (['resources/read', 'prompts/get', 'shop/order'].includes(method)) {
    appendFileSync(log, `${method}\n`);
    answer(field(message, 'id'), method);
  }
  if (method !== 'tools/call') continue;
  const name = String(field(params, 'name')).replaceAll(/\p{C}/gu, '').trim();
  appendFileSync(
    log,
    `${name} ${JSON.stringify(field(field(params, 'arguments'), 'path') ?? null)}\n`,
  );
  if (name !== 'slow') answer(field(message, 'id'), `ran ${name}`);
}
