/**
 * What an agent may be called.
 *
 * The name stands in URLs, headers, logs and file names, so it holds nothing that any of these would
 * read as its own: no slash, quote, backslash, space or control character, and it is no `.` or `..`.
 */

/** 1 to 64 bytes. `__proto__` is out because objects do not keep it as an ordinary key. */
export const AGENT_NAME_PATTERN = /^(?!\.{1,2}$|__proto__$)[A-Za-z0-9._:@-]{1,64}$/;

/** The rule in words, to be put after "must be". */
export const AGENT_NAME_RULE =
  'a name of 1 to 64 bytes made of letters, digits and . _ - : @ (not "." or "..")';

/** True for what an agent may be called. */
export function isAgentName(name: string): boolean {
  return AGENT_NAME_PATTERN.test(name);
}
