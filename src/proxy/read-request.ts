/**
 * A request, read once from a copy of it: its headers paired, its body unpacked, parsed and read as a conversation.
 *
 * Everything that is asked about a request later is asked of this record. Nothing reads the body again.
 */
import { valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import { fieldsOf } from '../base/json-values.ts';
import { clientFacts, type ClientFacts } from '../clients/client-headers.ts';
import {
  askedOutputTokens,
  codecForFormat,
  formatOfPath,
  readConversation,
  sideKindOf,
  spendsLater,
  TURN_METADATA,
  type Conversation,
  type SideRequestKind,
  type WireCodec,
  type WireFormat,
} from '../wire/index.ts';
import { askedModel, otherModels } from './asked-models.ts';
import { compactsOnDemand } from './forced-compaction.ts';
import { endToEndHeaders } from './headers.ts';
import { weighedBytes } from './observe/token-estimate.ts';
import type { ProviderSettings } from './proxy-settings.ts';
import { doubtfulFields, readJsonBody, unreadOf, type Unread } from './readable-body.ts';
import type { Route } from './route/route.ts';

/** A request as it came in, with its headers paired and its body not looked at yet. */
export interface RawRequest {
  readonly method: string;
  readonly route: Route;
  readonly headers: HeaderPairs;
  readonly body: Buffer;
}

/** A request, understood as far as it can be. */
export interface ProxyRequest {
  readonly kind: 'request';
  readonly route: Route;
  readonly method: string;
  readonly headers: HeaderPairs;
  /** The body as it came. */
  readonly raw: Buffer;
  /** Unpacked; as it came when it cannot be. */
  readonly plain: Buffer;
  /** What the body says; null when it is no conversation, and once the gate has let it through. */
  readonly conversation: Conversation | null;
  /** What the client says about itself. */
  readonly client: ClientFacts;
  /** What kind of side request it is; null for a step. */
  readonly sideKind: SideRequestKind | null;
  /** The bytes of the body, with less for pictures and files. */
  readonly weighedBytes: number;
  /** It says something to a model in a format that is read. */
  readonly isRead: boolean;
  /** The answer is a model's: it is read, counted and judged. */
  readonly generates: boolean;
  /** Its answer may tell tokens that were spent, whatever it is for. */
  readonly maySpend: boolean;
  /** What it spends is not told with its answer. */
  readonly spendsLater: boolean;
  /** It only reads something that is no conversation, such as a list of models. */
  readonly onlyReads: boolean;
  /** The client compacts when it is told that its prompt is too long. */
  readonly compacts: boolean;
  /** The client asked for a stream. */
  readonly streams: boolean;
  readonly model: string | null;
  /** What else may answer, such as models to fall back to or a deployment; asked only where a key is for certain models. */
  readonly otherModels: readonly string[];
  /** The longest answer that it leaves room for; null when it sets no bound. */
  readonly outputTokensMax: number | null;
  /** The format in which a refusal is said; for what is no model call, the provider's usual one. */
  readonly codec: WireCodec;
  /** Why a model call cannot be judged as the provider reads it; null when it can, and for everything else. */
  readonly unread: Unread | null;
}

/** Why a request cannot be taken. */
export interface RequestProblem {
  readonly kind: 'problem';
  readonly status: number;
  readonly words: string;
}

/** The format of a provider's answers where no path says otherwise. */
export const usualFormat: Readonly<Record<ProviderSettings['format'], WireFormat>> = {
  anthropic: 'anthropic',
  openai: 'openai-chat',
  gemini: 'gemini',
};

/** Reads a request. */
export async function readRequest(
  { method, route, headers: sent, body: raw }: RawRequest,
  provider: Pick<ProviderSettings, 'format'>,
): Promise<ProxyRequest | RequestProblem> {
  if (raw.length > 0 && (method === 'GET' || method === 'HEAD')) {
    // A server that does not read it takes it for the next request on the same connection.
    return { kind: 'problem', status: 400, words: `${method} takes no body. Send it with POST.` };
  }
  const headers = endToEndHeaders(sent);
  const read = await readJsonBody(raw, headers);
  const { plain, value: body, packed } = read;
  const path = route.upstreamPath;
  const told = formatOfPath(path);
  // With whatever method something is said to a model: a server may not look at it.
  const format = method === 'POST' || raw.length > 0 ? told : null;
  if (format === null && packed?.status === 413) return { kind: 'problem', ...packed };
  const codec = codecForFormat(format ?? usualFormat[provider.format]);
  if (codec === null) {
    const words = `the format of ${path} is not guarded by this version`;
    return { kind: 'problem', status: 501, words };
  }
  const client = clientFacts(headers, body);
  const conversation = readConversation(body, told);
  // Of repeats the last counts: the header is believed only together with a fitting body.
  const turnMetadata = valuesOf(headers, TURN_METADATA).at(-1);
  const about = { path, ...(turnMetadata === undefined ? {} : { turnMetadata }) };
  const sideKind = sideKindOf(conversation, about);
  const fields = fieldsOf(body);
  const sends = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  const isLimited = isForCertainModels(route);
  // Which model an endpoint is asked for must be plain wherever only some may be.
  const isJudged = format !== null || (isLimited && sends && raw.length > 0);
  return {
    kind: 'request',
    route,
    method,
    headers,
    raw,
    plain,
    conversation,
    client,
    sideKind,
    weighedBytes: weighedBytes(plain.length, body),
    isRead: format !== null,
    generates: format !== null && sideKind !== 'token-count',
    maySpend: sends && sideKind !== 'token-count',
    spendsLater: sends && spendsLater(path, fields),
    onlyReads: format === null && method === 'GET',
    compacts: compactsOnDemand(client.client),
    streams:
      format === 'gemini' ? asksForEvents(path) : format !== null && fields['stream'] === true,
    model: askedModel(path, fields),
    otherModels: isLimited ? otherModels(path, fields) : [],
    outputTokensMax: format === null ? null : askedOutputTokens(fields, format),
    codec,
    unread: isJudged ? (unreadOf(raw, headers, read) ?? doubtfulFields(conversation)) : null,
  };
}

function isForCertainModels({ grants = [] }: Route): boolean {
  return grants.some(({ models }) => models !== null);
}

/** Gemini is asked for a stream by the path; one without events is a single list of JSON, and read whole. */
function asksForEvents(path: string): boolean {
  const [plain = '', query] = path.split('?');
  return /:streamGenerateContent$/i.test(plain) && new URLSearchParams(query).get('alt') === 'sse';
}
