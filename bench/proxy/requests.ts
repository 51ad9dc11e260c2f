/**
 * The requests of the benchmark: conversations of a given size whose newest turn differs from request to request.
 */

/** Agents that ask side by side. */
const AGENTS = 64;
const VARIANTS = 32;
const SMALL_TURNS = 1;
const TURN_BYTES = 3_700;
const LARGE_TURNS = 20;

/** How large a request is. */
export type Size = 'small' | '75 kB';

/** One request. */
export interface BenchRequest {
  readonly path: string;
  readonly body: string;
}

/** Requests of 64 new agents, mixed. New ones each time: a change of load is no change of an agent's tempo. */
export function requestsOf(size: Size, stream: boolean, name: string): readonly BenchRequest[] {
  const turns = size === 'small' ? SMALL_TURNS : LARGE_TURNS;
  return Array.from({ length: AGENTS * VARIANTS }, (_, index) => ({
    path: `/agents/${name}-${index % AGENTS}/anthropic/v1/messages`,
    body: bodyOf(turns, Math.floor(index / AGENTS), stream),
  }));
}

function bodyOf(turns: number, variant: number, stream: boolean): string {
  const messages = Array.from({ length: turns }, (_, turn) => [
    {
      role: 'user',
      content: turns === 1 ? `task ${variant} ${variant * 7}` : filler(turn, 'asked'),
    },
    { role: 'assistant', content: turns === 1 ? 'done' : filler(turn, 'said') },
  ]).flat();
  const newest = {
    role: 'user',
    content: `now do part ${variant} of ${variant * 31} in another way`,
  };
  return JSON.stringify({ model: 'm', max_tokens: 100, messages: [...messages, newest], stream });
}

/** Text that compresses as little as prose does. */
function filler(turn: number, what: string): string {
  const words = Array.from({ length: TURN_BYTES / 14 }, (_, index) =>
    (Math.imul(turn * 977 + index, 2_246_822_519) >>> 0).toString(36),
  );
  return `${what} ${words.join(' ')}`;
}
