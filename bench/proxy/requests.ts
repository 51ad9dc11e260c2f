/**
 * The requests of the benchmark: conversations of a given size whose newest turn differs from request to request.
 *
 * Each connection has agents of its own and makes a request when it is sent: a list of all of them would be hundreds of
 * megabytes, and connections that share one send the same request at once, which is no work but repetition.
 */

/** Agents that ask side by side, dealt out to the connections. */
const AGENTS = 64;
/** Requests in one conversation. */
const CONVERSATION = 8;
const TURN_BYTES = 1_982;
const LARGE_TURNS = 20;
const BYTES_A_WORD = 7.5;

/** How large a request is. */
export type Size = 'small' | '75 kB';

/** One request. */
export interface BenchRequest {
  readonly path: string;
  readonly body: string;
}

/** Which requests: of what size, whether they ask for streams, and whose. */
export interface Asked {
  readonly size: Size;
  readonly stream: boolean;
  /** The agents' names begin with it. New ones for each load: a change of load is no change of an agent's tempo. */
  readonly name: string;
}

/** The requests of one connection out of some, one after the other. */
export function requestsOf(asked: Asked, connection = 0, connections = 1): () => BenchRequest {
  const own = Math.max(1, Math.floor(AGENTS / connections));
  const history = asked.size === 'small' ? '' : largeHistory();
  let count = 0;
  return () => {
    const agent = connection * own + (count % own);
    const nth = Math.floor(count / own);
    count += 1;
    return {
      path: `/agents/${asked.name}-${agent}/anthropic/v1/messages`,
      body: bodyOf(history, agent, nth, asked.stream),
    };
  };
}

function bodyOf(history: string, agent: number, nth: number, stream: boolean): string {
  const task = Math.floor(nth / CONVERSATION);
  const begun = history || said('user', `task ${task} of ${agent}`) + said('assistant', 'done');
  const newest = `now do part ${nth} of ${nth * 31 + agent} in another way`;
  const messages = `${begun}{"role":"user","content":"${newest}"}`;
  return `{"model":"m","max_tokens":100,"messages":[${messages}],"stream":${stream}}`;
}

/** One message of a conversation that continues. */
function said(role: string, content: string): string {
  return `${JSON.stringify({ role, content })},`;
}

function largeHistory(): string {
  return Array.from(
    { length: LARGE_TURNS },
    (_, turn) =>
      said('user', filler(turn, 'asked', TURN_BYTES)) +
      said('assistant', filler(turn, 'said', TURN_BYTES)),
  ).join('');
}

/** Text that compresses as little as prose does. */
export function filler(turn: number, what: string, bytes: number): string {
  const words = Array.from({ length: bytes / BYTES_A_WORD }, (_, index) =>
    (Math.imul(turn * 977 + index, 2_246_822_519) >>> 0).toString(36),
  );
  return `${what} ${words.join(' ')}`;
}
