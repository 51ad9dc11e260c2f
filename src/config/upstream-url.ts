/**
 * What the base URL of an upstream must look like.
 *
 * Provider keys travel there, so it is https; plain http only to this machine, or when a person says
 * `insecure: true` for that upstream. No message repeats the URL: it may hold a password or a pasted key.
 */
import { isLoopbackHost } from '../base/node/loopback-host.ts';

/** What is wrong with this URL, to be read after its path; null when nothing is. */
export function upstreamUrlProblem(text: string, insecure: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must be a URL such as https://api.example.com';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must hold no user name or password; give the credential as key: env:NAME';
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return 'must be a base URL: no ? or # and what follows it';
  }
  if (url.protocol === 'http:' && !insecure && !isLoopbackHost(url.hostname)) {
    return (
      `must be https: http to ${url.hostname} would send keys and prompts in the clear ` +
      '(http is for this machine only; insecure: true on this upstream allows it)'
    );
  }
  return null;
}

/** The URL without slashes at its end, so that a path can be put after it. */
export function baseUrl(text: string): string {
  return text.replace(/\/+$/, '');
}
