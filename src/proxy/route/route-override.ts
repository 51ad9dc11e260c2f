/**
 * Requests that name another method, path or body than they have, for servers that believe it.
 *
 * Frameworks and one provider let a header or a parameter of the query say what a request "really" is. We would judge
 * the request, and the server would do the other thing; nobody who talks to a model needs it.
 */
import { hasHeader, valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';
import { parametersOf } from './identity-key.ts';

const METHOD_HEADERS = ['x-http-method-override', 'x-http-method', 'x-method-override'];
const TARGET_HEADERS = ['x-original-url', 'x-rewrite-url', 'x-original-uri'];
/** In lower case; one provider takes method, headers, type and body from the last four. */
const PARAMETERS: ReadonlySet<string> = new Set([
  '_method',
  '$httpmethod',
  '$httpheaders',
  '$req',
  '$ct',
  ...METHOD_HEADERS,
]);

/** How a request says that it is another one; null when it does not. */
export function overrideIn(method: string, headers: HeaderPairs, query: string): string | null {
  for (const name of METHOD_HEADERS) {
    const isOther = valuesOf(headers, name).some((one) => one.trim().toUpperCase() !== method);
    if (isOther) return `The header ${name} names another method than the request has. Remove it.`;
  }
  for (const name of TARGET_HEADERS) {
    if (hasHeader(headers, name)) {
      return `The header ${name} names another path than the request has. Remove it.`;
    }
  }
  // Some servers part parameters with semicolons too.
  const parameters = parametersOf(query.replaceAll(';', '&'));
  const parameter = parameters.find(({ name }) => PARAMETERS.has(name.trim().toLowerCase()));
  if (parameter === undefined) return null;
  return 'A parameter of the query says that the request is another one (_method, $req and the like). Remove it.';
}
