/**
 * Recognises requests that are no step of an agent: token counts, prewarming, titles, routing, compaction.
 *
 * Clients make them beside the conversation, so they neither repeat nor progress. An agent could dress its steps
 * up as such to go unseen; therefore a request that offers tools is a side request only if it asks for a
 * summary, a header is believed only together with a fitting body, and a caller should count a side request
 * as a step after all when its answer calls a tool.
 */
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, objectOrNull, textOrNull, type JsonObject } from '../base/json-values.ts';
import { offersTools, systemTexts, userWords, type Conversation } from './conversation.ts';
import { plainPath } from './wire-format.ts';

/** What a side request is for. */
export type SideRequestKind = 'token-count' | 'prewarm' | 'title' | 'router' | 'compaction';

/** What else is known of a request. */
export interface RequestAbout {
  readonly path?: string;
  /** What the client says of its turn in the header of that name, where it does. */
  readonly turnMetadata?: string;
}

type Wording = readonly [RegExp, SideRequestKind];

/** How the last message of a side request begins. */
const lastWordings: readonly Wording[] = [
  [/^CRITICAL: Respond with TEXT ONLY\b/, 'compaction'],
  [/^You are performing a CONTEXT CHECKPOINT COMPACTION\b/, 'compaction'],
  [/^Your task is to create a detailed summary of (?:the|this|our) conversation\b/, 'compaction'],
  [/^Provide a detailed (?:prompt|summary) for continuing our conversation\b/, 'compaction'],
  [
    /^First, reason in your scratchpad\. Then, generate the (?:updated )?<state_snapshot>/,
    'compaction',
  ],
  [
    /^(?:-+\s*)?The above is a list of messages in an agent conversation\b.{0,200}\bcompact\b/s,
    'compaction',
  ],
];
/** How the system's words begin in a request without tools. */
const systemWordings: readonly Wording[] = [
  [/^You are a title generator\b/, 'title'],
  [/^You (?:will )?generate a (?:short|brief|concise) title\b/i, 'title'],
  [/^Generate a (?:short|brief|concise)\b.{0,60}\btitle\b/is, 'title'],
  [
    /^(?:Analyze if this message indicates a new conversation topic|Summarize this coding conversation in)\b/,
    'title',
  ],
  [/^You are a specialized Task Routing AI\b/, 'router'],
  [
    /^You are a specialized system component responsible for distilling chat history\b/,
    'compaction',
  ],
  [/^You are the component that summarizes\b/, 'compaction'],
  [/^You are a context summarization (?:agent|assistant)\b/, 'compaction'],
  [/^You are a helpful AI assistant tasked with summarizing conversations\b/, 'compaction'],
];
/** How any message of the user begins in a request without tools and without answers. */
const promptWordings: readonly Wording[] = [
  [/^Generate a (?:short |brief |concise )?title for this conversation\b/i, 'title'],
  [/^Please write a (?:\S+ ){0,4}title\b/i, 'title'],
  [
    /^Analyze \*only\* the content and structure of your immediately preceding response\b/,
    'router',
  ],
];
const countPath =
  /(?:\/count_tokens|:countTokens|\/input_tokens|\/models\/count-tokens:rawPredict)\/?$/i;
const compactPath = /\/responses\/compact\/?$/i;
/** The header in which one client says what its request is for; in lower case. */
export const TURN_METADATA = 'x-codex-turn-metadata';
const METADATA_LENGTH_MAX = 16_384;
const WORDING_LENGTH_MAX = 512;

/** What kind of side request it is; null for a step. A request that is no conversation can be one too. */
export function sideKindOf(
  conversation: Conversation | null,
  about: RequestAbout = {},
): SideRequestKind | null {
  const { path } = about;
  const plain = path === undefined ? '' : plainPath(path);
  if (countPath.test(plain)) return 'token-count';
  if (compactPath.test(plain)) return 'compaction';
  if (conversation === null) return toldKind({}, about);
  if (answersNothing(conversation)) return 'prewarm';
  return (
    compactionAsked(conversation) ??
    (offersTools(conversation) ? null : toolless(conversation, about))
  );
}

/** A request that leaves no room for an answer warms a cache or asks whether the key is good. */
function answersNothing({ body }: Conversation): boolean {
  if (body['generate'] === false) return true;
  const most = body['max_tokens'] ?? body['max_completion_tokens'] ?? body['max_output_tokens'];
  const gemini = objectOrNull(body['generationConfig'])?.['maxOutputTokens'];
  const tokens = most ?? gemini;
  return typeof tokens === 'number' && tokens <= 1;
}

/** Only the very last message can ask for a summary: what follows one is a step again. */
function compactionAsked(conversation: Conversation): SideRequestKind | null {
  const last = conversation.messages.length - 1;
  if (objectOrNull(conversation.messages[last])?.['type'] === 'compaction_trigger')
    return 'compaction';
  return firstMatch(lastWordings, wordsIn(conversation, last));
}

function toolless(conversation: Conversation, about: RequestAbout): SideRequestKind | null {
  const told = toldKind(conversation.body, about);
  if (told !== null) return told;
  const system = systemTexts(conversation);
  const bySystem = firstMatch(systemWordings, system);
  if (bySystem !== null) return bySystem;
  const last = conversation.messages.length - 1;
  const words = [0, last].flatMap((index) => wordsIn(conversation, index));
  return firstMatch(promptWordings, words);
}

function wordsIn(conversation: Conversation, message: number): readonly string[] {
  return userWords(conversation, message).map(({ text }) => text);
}

function firstMatch(
  wordings: readonly Wording[],
  texts: readonly string[],
): SideRequestKind | null {
  for (const text of texts) {
    const start = text.trimStart().slice(0, WORDING_LENGTH_MAX);
    const kind = wordings.find(([pattern]) => pattern.test(start))?.[1];
    if (kind !== undefined) return kind;
  }
  return null;
}

/** One client says what its request is for, in a header and again in the body. */
function toldKind(body: JsonObject, { turnMetadata }: RequestAbout): SideRequestKind | null {
  const text =
    textOrNull(turnMetadata) ?? textOrNull(objectOrNull(body['client_metadata'])?.[TURN_METADATA]);
  if (text === null || text.length > METADATA_LENGTH_MAX) return null;
  const { request_kind: kind, thread_source: source } = fieldsOf(parseJson(text));
  if (kind === 'compaction' || kind === 'prewarm') return kind;
  // Its titles are turns of a session of their own.
  return source === 'thread_title' ? 'title' : null;
}
