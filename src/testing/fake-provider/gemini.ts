/**
 * Gemini, as the fake provider writes it.
 *
 * A function call always comes whole. Asked without `alt=sse`, Gemini streams the elements of one JSON list.
 */
import { EVENT_STREAM, type FakeWire, type SaidTurn, type SaidUsage } from './said.ts';
import type { AskedTurn, FakeError } from './turn.ts';

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** How Gemini writes. */
export const fakeGemini: FakeWire = {
  answer: (said) => {
    const { reasoning, text, calls } = said;
    const spoken = [...thoughts([reasoning]), ...words([text]), ...functionCalls(calls)];
    return content(said, spoken, true);
  },
  chunks,
  streamType: (turn) => (asksForEvents(turn) ? EVENT_STREAM : 'application/json'),
  error: (status, { message, type }: FakeError) => ({
    error: { code: status, message, status: type ?? statusNames[status] ?? 'UNKNOWN' },
  }),
};

type Part = Readonly<Record<string, unknown>>;

function* chunks(said: SaidTurn): Generator<string> {
  const { reasoning, text, calls, pieces } = said;
  const parts = [...thoughts(pieces(reasoning)), ...words(pieces(text)), ...functionCalls(calls)];
  if (parts.length === 0) parts.push({ text: '' });
  const isSse = asksForEvents(said.turn);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const json = JSON.stringify(content(said, [part], isLast));
    if (isSse) yield `data: ${json}\r\n\r\n`;
    else yield `${index === 0 ? '[' : ',\r\n'}${json}${isLast ? ']' : ''}`;
  }
}

function asksForEvents({ path }: AskedTurn): boolean {
  return new URLSearchParams(path.split('?')[1]).get('alt') === 'sse';
}

function thoughts(texts: readonly string[]): Part[] {
  return texts.filter((text) => text !== '').map((text) => ({ text, thought: true }));
}

function words(texts: readonly string[]): Part[] {
  return texts.filter((text) => text !== '').map((text) => ({ text }));
}

function functionCalls(calls: SaidTurn['calls']): Part[] {
  return calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
}

function content(said: SaidTurn, parts: readonly Part[], isLast: boolean): object {
  const finish = isLast ? { finishReason: 'STOP' } : {};
  return {
    candidates: [{ content: { parts, role: 'model' }, ...finish, index: 0 }],
    ...(said.usage === null ? {} : { usageMetadata: usageCounts(said.usage, isLast) }),
    modelVersion: said.turn.model,
    responseId: `response_${said.number}`,
  };
}

/** Until the last chunk only the prompt is counted. */
function usageCounts({ input, output, cacheRead, cacheWrite, reasoning }: SaidUsage, all: boolean) {
  const prompt = input + cacheRead + cacheWrite;
  const cached = cacheRead === 0 ? {} : { cachedContentTokenCount: cacheRead };
  const counted = { promptTokenCount: prompt, ...cached };
  if (!all) return { ...counted, totalTokenCount: prompt };
  const thought = reasoning === 0 ? {} : { thoughtsTokenCount: reasoning };
  return {
    ...counted,
    candidatesTokenCount: output - reasoning,
    ...thought,
    totalTokenCount: prompt + output,
  };
}
