/**
 * The hosts that a tool call names: in its parameters and in its command lines.
 *
 * One reader for the policy that allows hosts and for the approvals that ask about them, so that both mean the same.
 */
import { readCommandLine } from '../../shell/index.ts';
import { commandTexts } from './command-texts.ts';
import { hostOfAddress, hostsInCommands } from './hosts-in-text.ts';
import { namedValues } from './named-values.ts';

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
  const hosts: (string | null)[] = urls.map(({ value }) =>
    typeof value === 'string' ? hostOfAddress(value) : null,
  );
  for (const text of lines) {
    const line = readCommandLine(text);
    if (line.unreadable.length > 0) return { kind: 'unreadable' };
    hosts.push(...hostsInCommands(line));
  }
  return { kind: 'hosts', hosts };
}
