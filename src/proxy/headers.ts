/**
 * Which headers go on, in either direction.
 *
 * Headers of one connection stay behind, with whatever else of it `Connection` names; so do our own and the agent's key.
 * All others keep their spelling, order and repeats. `Connection` cannot name away what belongs to the message: a reader
 * behind us would then read another message than we did. And whatever it does name away is gone before a request is read
 * (`endToEndHeaders`), so nothing is judged by a header that the provider does not get.
 */
import { type HeaderPair, type HeaderPairs, valuesOf } from '../base/header-pairs.ts';
import { agentKeyOf, CREDENTIAL_HEADERS } from './route/identity-key.ts';

/** What the provider's side of a request needs. */
export interface Forwarding {
  /** The host of the provider's base URL, with its port if it has one. */
  readonly host: string;
  /** The provider's key, where Tripwire puts it in. */
  readonly injected: InjectedKey | null;
  /** Each takes the place of the client's header of this name. */
  readonly added: HeaderPairs;
}

export interface InjectedKey {
  readonly format: 'anthropic' | 'openai' | 'gemini';
  readonly key: string;
}

/** `expect` is answered by whoever receives it, hop by hop. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const HOP_PREFIX = 'proxy-';
const OUR_PREFIX = 'x-tripwire-';
/** Headers of the message, whatever `Connection` says of them. */
const END_TO_END =
  /^(?:content-|accept|if-|sec-|x-stainless-|anthropic-|openai-|x-goog-|x-api-key$|authorization$|cookie$|set-cookie$|host$|user-agent$|range$|date$|etag$|location$|retry-after$|vary$|cache-control$)/;

/** The headers of a request as the provider gets them. */
export function forwardedHeaders(pairs: HeaderPairs, to: Forwarding): HeaderPairs {
  const stays = stayingBehind(pairs);
  const added = new Set(to.added.map(([name]) => name.toLowerCase()));
  const forwarded: HeaderPair[] = [];
  let key = to.injected === null ? null : keyHeader(to.injected);
  let hasHost = false;
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (isCredential(lower) && to.injected !== null) {
      if (key !== null) forwarded.push(key);
      key = null;
    } else if (lower === 'host') {
      if (!hasHost) forwarded.push([name, to.host]);
      hasHost = true;
    } else if (!stays(lower) && !added.has(lower) && agentKeyOf(name, value) === null) {
      forwarded.push([name, value]);
    }
  }
  if (!hasHost) forwarded.push(['host', to.host]);
  if (key !== null) forwarded.push(key);
  return [...forwarded, ...to.added];
}

/** The headers of an answer as the client gets them. */
export function returnedHeaders(pairs: HeaderPairs): HeaderPairs {
  const stays = stayingBehind(pairs);
  return pairs.filter(([name]) => !stays(name.toLowerCase()));
}

/** The headers of a message without those of its connection: what a request is read by. */
export function endToEndHeaders(pairs: HeaderPairs): HeaderPairs {
  const isOfHop = hopHeaders(pairs);
  return pairs.filter(([name]) => !isOfHop(name.toLowerCase()));
}

function stayingBehind(pairs: HeaderPairs): (lower: string) => boolean {
  const isOfHop = hopHeaders(pairs);
  return (lower) => isOfHop(lower) || lower.startsWith(OUR_PREFIX);
}

function hopHeaders(pairs: HeaderPairs): (lower: string) => boolean {
  const values = valuesOf(pairs, 'connection');
  // Most messages name nothing but what stays behind anyway.
  if (values.every((value) => isAlwaysOfHop(value.toLowerCase()))) return isAlwaysOfHop;
  const named = values
    .flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()))
    .filter((name) => !END_TO_END.test(name) && !isAlwaysOfHop(name));
  return (lower) => isAlwaysOfHop(lower) || named.includes(lower);
}

function isAlwaysOfHop(lower: string): boolean {
  return HOP_HEADERS.has(lower) || lower.startsWith(HOP_PREFIX);
}

function isCredential(lower: string): boolean {
  return CREDENTIAL_HEADERS.some((one) => one === lower);
}

function keyHeader({ format, key }: InjectedKey): HeaderPair {
  switch (format) {
    case 'anthropic':
      return ['x-api-key', key];
    case 'openai':
      return ['authorization', `Bearer ${key}`];
    case 'gemini':
      return ['x-goog-api-key', key];
  }
}
