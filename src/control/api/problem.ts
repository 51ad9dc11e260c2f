/**
 * What the API answers when it cannot do what was asked: a problem as RFC 9457 describes it.
 *
 * The kinds are data, so that scripts can rely on `type` and `status`; the detail is for people and says what to do.
 */

import { z } from 'zod';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

const kinds = {
  'bad-request': { status: 400, title: 'The request is not valid' },
  'not-signed-in': { status: 401, title: 'The token is missing or wrong' },
  'foreign-host': { status: 403, title: 'This server is not called by that name' },
  'web-page': { status: 403, title: 'Pages of another site may not call this API' },
  'foreign-page': { status: 403, title: 'The request does not come from the signed-in page' },
  'role-too-low': { status: 403, title: 'This role may not do that' },
  'unknown-path': { status: 404, title: 'There is nothing at this path' },
  'unknown-agent': { status: 404, title: 'There is no such agent' },
  'unknown-session': { status: 404, title: 'There is no such session' },
  'unknown-thing': { status: 404, title: 'There is nothing with this id' },
  'wrong-method': { status: 405, title: 'This path does not take that method' },
  'hold-changed': { status: 409, title: 'Another hold would be lifted' },
  'too-slow': { status: 408, title: 'The request took too long to arrive' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'not-json': { status: 415, title: 'The body must be JSON' },
  'too-many-failures': { status: 429, title: 'Too many wrong tokens' },
  'head-too-large': { status: 431, title: 'The request head is too large' },
  'internal-error': { status: 500, title: 'Tripwire made a mistake' },
  'target-refused': { status: 422, title: 'Alerts may not be sent there' },
  unavailable: { status: 503, title: 'Tripwire cannot do this now' },
} as const satisfies Readonly<Record<string, ProblemKind>>;

/** The name of a kind of problem. */
export type ProblemName = keyof typeof kinds;

/** The shape of a problem as it is sent. */
export const problemShape = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

/** A problem as it is sent. */
export type ProblemView = Readonly<z.output<typeof problemShape>>;

/** Why a request is not served. Whoever gets one has changed nothing, unless the detail says otherwise. */
export class Problem extends Error {
  readonly kind: ProblemName;
  /** Headers that belong to the answer, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ProblemName,
    detail: string,
    headers: Readonly<Record<string, string>> = Object.freeze({}),
  ) {
    super(detail);
    this.name = 'Problem';
    this.kind = kind;
    this.headers = headers;
  }

  get status(): number {
    return kinds[this.kind].status;
  }

  get view(): ProblemView {
    const { status, title } = kinds[this.kind];
    return { type: `urn:tripwire:problem:${this.kind}`, title, status, detail: this.message };
  }
}
