/** Side requests in the shapes that clients send, and steps that only look like them. */
import { describe, expect, test } from 'vitest';
import { conversationOf } from './conversation.ts';
import { sideKindOf, type RequestAbout, type SideRequestKind } from './side-request.ts';

const tools = [{ name: 'Bash' }];
const user = (text: string) => ({ role: 'user', content: text });
const compact = 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to …';
const checkpoint = 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary.';
const metadata = (kind: string) => JSON.stringify({ session_id: 's', request_kind: kind });
const titleTurn = JSON.stringify({ request_kind: 'turn', thread_source: 'thread_title' });

const sides: readonly (readonly [string, SideRequestKind, unknown, RequestAbout?])[] = [
  [
    'a token count',
    'token-count',
    { messages: [user('x')] },
    { path: '/v1/messages/count_tokens?beta=true' },
  ],
  [
    'a token count of Gemini',
    'token-count',
    { contents: [] },
    { path: '/v1beta/models/m:countTokens' },
  ],
  [
    'a title',
    'title',
    {
      messages: [
        { role: 'system', content: 'You are a title generator. You output ONLY a thread title.' },
        user('go'),
      ],
    },
  ],
  [
    'a title asked by the user',
    'title',
    { messages: [user('Generate a title for this conversation:\n'), user('go')] },
  ],
  [
    'a router',
    'router',
    {
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
      systemInstruction: {
        parts: [{ text: '\nYou are a specialized Task Routing AI. Your sole function is …' }],
      },
    },
  ],
  ['a probe with room for one token', 'prewarm', { max_tokens: 1, messages: [user('quota')] }],
  ['a warm-up', 'prewarm', { input: [], generate: false, tools }],
  ['a warm-up before any body', 'prewarm', undefined, { turnMetadata: metadata('prewarm') }],
  [
    'a compaction beside results and with tools',
    'compaction',
    {
      tools,
      messages: [
        user('go'),
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'x' },
            { type: 'text', text: compact },
          ],
        },
      ],
    },
  ],
  [
    'a compaction by its last message',
    'compaction',
    { input: [user('go'), user(checkpoint)], tools: [] },
  ],
  [
    'a compaction by the words of the system',
    'compaction',
    {
      system: [
        {
          type: 'text',
          text: 'You are a context summarization agent. You are given a conversation …',
        },
      ],
      messages: [user('Here is the conversation so far:\n\n<conversation>\n[User]: "go"\n')],
    },
  ],
  [
    'a compaction by a trigger',
    'compaction',
    { input: [user('go'), { type: 'compaction_trigger' }], tools },
  ],
  [
    'a compaction by its path',
    'compaction',
    { input: [user('go')] },
    { path: '/v1/responses/compact' },
  ],
  [
    'a compaction told in the header',
    'compaction',
    { input: [user('go')], tools: [] },
    { turnMetadata: metadata('compaction') },
  ],
  [
    'a token count with a query and an escaped letter',
    'token-count',
    { messages: [user('go')], tools },
    { path: '/v1/messages/count%5Ftokens?beta=true' },
  ],
  ['a title told in the header', 'title', { input: [user('go')] }, { turnMetadata: titleTurn }],
  [
    'a compaction told in the body',
    'compaction',
    { input: [user('go')], client_metadata: { 'x-codex-turn-metadata': metadata('compaction') } },
  ],
];

const steps: readonly (readonly [string, unknown, RequestAbout?])[] = [
  ['an ordinary request', { messages: [user('go')], tools }],
  ['a conversation without tools', { messages: [user('Write a poem about titles.')] }],
  ['a turn told in the header', { input: [user('go')], tools }, { turnMetadata: metadata('turn') }],
  [
    'a header that a request with tools contradicts',
    { input: [user('go')], tools },
    { turnMetadata: metadata('compaction') },
  ],
  [
    'a title told by a request with tools',
    { input: [user('go')], tools },
    { turnMetadata: titleTurn },
  ],
  [
    'a title prompt with tools',
    { messages: [{ role: 'system', content: 'You are a title generator.' }, user('go')], tools },
  ],
  [
    'what follows a compaction prompt',
    { messages: [user(compact), { role: 'assistant', content: 'So far …' }, user('go on')], tools },
  ],
  [
    'a compaction prompt that is only quoted',
    { messages: [user(`Explain this: ${compact}`)], tools },
  ],
  ['a broken header', { input: [user('go')] }, { turnMetadata: '{' }],
  ['no conversation', { model: 'm' }],
  [
    'a request whose query names another path',
    { messages: [user('go')], tools },
    { path: '/v1/messages?x=/count_tokens' },
  ],
  [
    'a request whose query names a compaction',
    { input: [user('go')], tools },
    { path: '/v1/responses?/responses/compact' },
  ],
];

describe('side requests', () => {
  for (const [what, kind, body, about] of sides) {
    test(`${what} is a side request: ${kind}`, () => {
      expect(sideKindOf(conversationOf(body, about?.path), about)).toBe(kind);
    });
  }
  for (const [what, body, about] of steps) {
    test(`${what} is a step`, () => {
      expect(sideKindOf(conversationOf(body, about?.path), about)).toBeNull();
    });
  }
});
