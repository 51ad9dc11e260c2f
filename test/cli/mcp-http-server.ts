/**
 * An MCP server over streamable HTTP for tests, made with the SDK, on a free port of this machine.
 *
 * It notes every tool that it runs, every call that was taken back, and what each request carried.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  StreamableHTTPServerTransport,
  type EventStore,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  ListToolsRequestSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';

/** How it speaks. */
export interface HttpServerOptions {
  /** `json`: one answer each; `sessionless`: it knows nobody again. */
  readonly manner?: 'streams' | 'json' | 'sessionless';
  /** Whether a broken stream can be taken up again. */
  readonly resumes?: boolean;
  /** What the header Authorization must be. */
  readonly authorization?: string;
  readonly port?: number;
  /** Paths that lead elsewhere. */
  readonly redirects?: Readonly<Record<string, string>>;
}

export interface Seen {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly isOpen: () => boolean;
}

/** One that runs. */
export interface HttpMcpServer {
  readonly url: string;
  readonly port: number;
  readonly ran: string[];
  readonly takenBack: string[];
  readonly seen: Seen[];
  readonly sessions: ReadonlyMap<string, unknown>;
  /** Ends it without a word to anybody. */
  die(): Promise<void>;
}

const TOOLS = ['echo', 'fail', 'ask', 'slow', 'cut', 'report'];

/** Starts one. */
export async function startHttpMcp(options: HttpServerOptions = {}): Promise<HttpMcpServer> {
  const { manner = 'streams', authorization, port = 0 } = options;
  const [ran, takenBack, seen] = [[] as string[], [] as string[], [] as Seen[]];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const begun = async () => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      ...(manner === 'sessionless'
        ? {}
        : {
            sessionIdGenerator: () => crypto.randomUUID(),
            onsessioninitialized: (id: string) => void sessions.set(id, transport),
            onsessionclosed: (id: string) => void sessions.delete(id),
          }),
      enableJsonResponse: manner === 'json',
      ...(options.resumes === true ? { eventStore: keptEvents(), retryInterval: 5 } : {}),
    });
    await toolServer(ran, takenBack).connect(transport);
    return transport;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', headers } = request;
    seen.push({ method, headers, body, isOpen: () => !response.closed });
    if (authorization !== undefined && headers.authorization !== authorization) {
      const message = `who is ${headers.authorization ?? 'nobody'}?`;
      const problem = { jsonrpc: '2.0', id: null, error: { code: -32_001, message } };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
      return;
    }
    const elsewhere = options.redirects?.[request.url ?? ''];
    if (elsewhere !== undefined) {
      response.writeHead(307, { location: elsewhere }).end();
      return;
    }
    const id = headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) {
      response.writeHead(404).end();
      return;
    }
    const parsed: unknown = body === '' ? undefined : JSON.parse(body);
    if (manner === 'sessionless' && method !== 'POST') response.writeHead(405).end();
    else await (known ?? (await begun())).handleRequest(request, response, parsed);
  };
  const http = createServer((request, response) => void answer(request, response));
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: own } = http.address() as AddressInfo;
  const die = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => void http.close(resolve));
  };
  return { url: `http://127.0.0.1:${own}/mcp`, port: own, ran, takenBack, seen, sessions, die };
}

function toolServer(ran: string[], takenBack: string[]): McpServer {
  const mcp = new McpServer(
    { name: 'test', version: '1.0.0' },
    { capabilities: { tools: {}, logging: {} } },
  );
  const { server } = mcp;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {} } = params;
    ran.push(name);
    const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
    switch (name) {
      case 'fail':
        return { ...said('it is broken'), isError: true };
      case 'ask': {
        const question = { role: 'user' as const, content: { type: 'text' as const, text: 'ok?' } };
        const asked = {
          method: 'sampling/createMessage' as const,
          params: { messages: [question], maxTokens: 5 },
        };
        const { content } = await extra.sendRequest(asked, CreateMessageResultSchema);
        return said(JSON.stringify(content));
      }
      case 'report': {
        const { _meta: meta } = params;
        const progressToken = meta?.progressToken ?? '';
        const method = 'notifications/progress' as const;
        await extra.sendNotification({ method, params: { progressToken, progress: 1, total: 2 } });
        await server.sendLoggingMessage({ level: 'info', data: 'half way' });
        return said('reported');
      }
      case 'slow': {
        await new Promise((resolve) => extra.signal.addEventListener('abort', resolve));
        takenBack.push(name);
        return said('done all the same');
      }
      case 'cut':
        extra.closeSSEStream?.();
        return said('after the break');
      default:
        return said(String(args['text']));
    }
  });
  return mcp;
}

/** Events in the order in which they were sent, for those who come back. */
function keptEvents(): EventStore {
  const kept: { readonly stream: string; readonly message: JSONRPCMessage }[] = [];
  return {
    storeEvent: (stream, message) => Promise.resolve(String(kept.push({ stream, message }) - 1)),
    replayEventsAfter: async (id, { send }) => {
      const stream = kept[Number(id)]?.stream ?? '';
      for (const [at, event] of kept.entries()) {
        if (at <= Number(id) || event.stream !== stream) continue;
        await send(String(at), event.message);
      }
      return stream;
    },
  };
}
