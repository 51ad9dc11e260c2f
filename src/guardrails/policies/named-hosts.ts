/**
 * The hosts that a tool call names: in its parameters and in its command lines.
 *
 * One reader for the policy that allows hosts and for the approvals that ask about them, so that both mean the same.
 */
import { readCommandLine } from '../../shell/index.ts';
import { commandTexts } from './command-texts.ts';
import { hostOfAddress, hostsInCommands } from './hosts-in-text.ts';
import { namedValues, valuesThat } from './named-values.ts';

/** How tools usually call a URL or a host. */
export const URL_PARAMS: readonly string[] = [
  'url',
  'urls',
  'uri',
  'href',
  'link',
  'endpoint',
  'base_url',
  'baseUrl',
  'host',
  'hostname',
  'domain',
];

/** How names of such parameters end. */
const URL_ENDINGS: readonly string[] = ['url', 'urls', 'host', 'hostname'];

/** Texts, in which a URL is something that is written or looked for. */
const TEXTS =
  /^(?:contents?|text|body|message|messages|prompt|description|query|q|pattern|comment|title|note|notes|code|data|old_?string|new_?string|file_?text|new_?str|old_?str|replacement|reason|summary|thought)$/i;
const WHOLE_URL = /^\s*(?!file:)[a-z][a-z0-9+.-]*:[\\/]{2}\S+\s*$/i;

/** A value that is a URL and nothing else leads somewhere, whatever its field is called. */
function isWholeUrl(name: string, value: unknown): boolean {
  return typeof value === 'string' && WHOLE_URL.test(value) && !TEXTS.test(name);
}

/** What was found. */
export type NamedHosts =
  /** In lower case; null stands for a host that cannot be told. */
  | { readonly kind: 'hosts'; readonly hosts: readonly (string | null)[] }
  /** A URL or a command is no text. */
  | { readonly kind: 'no_text' }
  /** A command line cannot be read. */
  | { readonly kind: 'unreadable' };

/** The hosts in the parameters of these names, at any depth. */
export function namedHosts(
  params: unknown,
  urlParams: readonly string[],
  commandParams: readonly string[],
): NamedHosts {
  const urls = namedValues(params, urlParams, urlParams === URL_PARAMS ? URL_ENDINGS : []);
  const lines = commandTexts(params, commandParams);
  if (urls === null || lines === null) return { kind: 'no_text' };
  const whole = urlParams === URL_PARAMS ? valuesThat(params, isWholeUrl) : [];
  if (whole === null) return { kind: 'no_text' };
  const hosts: (string | null)[] = [...urls, ...whole].map(({ value }) =>
    typeof value === 'string' ? hostOfAddress(value) : null,
  );
  for (const text of lines) {
    const line = readCommandLine(text);
    if (line.unreadable.length > 0) return { kind: 'unreadable' };
    hosts.push(...hostsInCommands(line));
  }
  return { kind: 'hosts', hosts };
}
