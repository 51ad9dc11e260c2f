/**
 * What a request asks for, read from a copy of it.
 */
import type { IncomingMessage } from 'node:http';
import { pairsOf, valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf } from '../base/json-values.ts';
import { clientFacts, type RequestClient } from '../clients/client-headers.ts';
import type { Purpose } from '../core/index.ts';
import { formatOfPath, type WireFormat, codecForFormat, type WireCodec } from '../wire/index.ts';
import { compactsOnDemand } from './forced-compaction.ts';
import type { ProviderSettings } from './proxy-settings.ts';
import { decodedBody } from './relay/content-encoding.ts';
import type { Route } from './route/route.ts';
import type { Look, ThreadMemory } from './thread/thread-memory.ts';

/** A request, understood as far as it can be. */
export interface Asked {
  readonly route: Route;
  readonly method: string;
  readonly headers: HeaderPairs;
  /** As it came. */
  readonly raw: Buffer;
  /** Unpacked; as it came when it cannot be. */
  readonly plain: Buffer;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  readonly look: Look;
  /** Who asks, where it can be told. */
  readonly client: RequestClient | null;
  readonly purpose: Purpose;
  /** The answer is a model's: it is read, counted and judged. */
  readonly generates: boolean;
  /** The client compacts when it is told that its prompt is too long. */
  readonly compacts: boolean;
  /** The client asked for a stream. */
  readonly streams: boolean;
  readonly model: string | null;
  /** The format in which a refusal is said; for what is no model call, the provider's usual one. */
  readonly codec: WireCodec;
}

/** Why a request cannot be taken. */
export interface AskedProblem {
  readonly status: number;
  readonly problem: string;
}

const usualFormat: Readonly<Record<ProviderSettings['format'], WireFormat>> = {
  anthropic: 'anthropic',
  openai: 'openai-chat',
  gemini: 'gemini',
};

/** Reads a request. */
export async function askedOf(
  { memory, provider }: { readonly memory: ThreadMemory; readonly provider: ProviderSettings },
  route: Route,
  request: IncomingMessage,
  raw: Buffer,
): Promise<Asked | AskedProblem> {
  const headers = pairsOf(request.rawHeaders);
  const decoded = await decodedBody(raw, valuesOf(headers, 'content-encoding').join(',') || null);
  if (decoded.kind === 'too_large') return { status: 413, problem: decoded.words };
  const plain = decoded.kind === 'plain' ? decoded.bytes : raw;
  const body = decoded.kind === 'plain' ? parseJson(plain.toString('utf8')) : undefined;
  const method = request.method ?? 'GET';
  const path = route.upstreamPath;
  const format = method === 'POST' ? formatOfPath(path) : null;
  const codec = codecForFormat(format ?? usualFormat[provider.format]);
  if (codec === null) {
    return { status: 501, problem: `the format of ${path} is not guarded by this version` };
  }
  const client = clientFacts(headers, body);
  const look = memory.look({
    agent: route.agent,
    client,
    body,
    bodyBytes: plain.length,
    path,
    headers,
  });
  const counts = look.sideKind === 'token-count';
  const fields = fieldsOf(body);
  return {
    route,
    method,
    headers,
    raw,
    plain,
    body,
    look,
    client: client.client,
    purpose: format === null && method === 'GET' ? 'side' : look.purpose,
    generates: format !== null && !counts,
    compacts: compactsOnDemand(client.client),
    streams:
      format === 'gemini' ? asksForEvents(path) : format !== null && fields['stream'] === true,
    model: typeof fields['model'] === 'string' ? fields['model'] : modelOfPath(path),
    codec,
  };
}

/** Gemini is asked for a stream by the path; one without events is a single list of JSON, and read whole. */
function asksForEvents(path: string): boolean {
  const [plain = '', query] = path.split('?');
  return /:streamGenerateContent$/i.test(plain) && new URLSearchParams(query).get('alt') === 'sse';
}

/** Gemini names the model in the path. */
function modelOfPath(path: string): string | null {
  return /\/models\/([^/:?]+):/.exec(path)?.[1] ?? null;
}
