/**
 * The hash of an exchange as the core's loop rule compares it: what came in and what the model made of it.
 */
import { textExchangeHash, toolExchangeHash, type ToolEvent } from '../../detect/index.ts';
import type { RequestInThread } from '../thread/thread-memory.ts';
import type { SaidAndDone } from './observe-response.ts';

/**
 * With calls: the calls and the outcomes that they answer, exactly. In words: what was new and what was said.
 * Null for what is no exchange of the thread: side requests, retries (what they answer was seen before), silence.
 */
export function exchangeHashOf(
  request: Pick<RequestInThread, 'events' | 'isSide' | 'isRetry'>,
  { text, toolCalls }: SaidAndDone,
): string | null {
  if (request.isSide || request.isRetry) return null;
  if (toolCalls.length > 0) {
    const answered = request.events.filter((event): event is ToolEvent => event.kind === 'tool');
    const made = toolCalls.map(({ tool, args }): ToolEvent => ({
      kind: 'tool',
      tool,
      args,
      result: '',
    }));
    return toolExchangeHash([...answered, ...made]);
  }
  if (text.trim() === '') return null;
  return textExchangeHash(request.events.map(eventText).join('\n'), text);
}

function eventText(event: RequestInThread['events'][number]): string {
  switch (event.kind) {
    case 'prompt':
    case 'response':
      return event.text;
    case 'tool':
      return event.error === undefined ? event.result : `${event.error}\n${event.result}`;
    case 'compaction':
      return '';
  }
}
