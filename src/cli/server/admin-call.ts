/**
 * Calls the control plane, and turns what goes wrong into words for the person at the terminal.
 */
import { homedir } from 'node:os';
import { plainFetch } from '../../base/node/plain-fetch.ts';
import {
  ApiClient,
  ApiProblem,
  isJson,
  isProblem,
  problemOf,
  type ApiRequest,
  type ApiResponse,
} from '../../control/api/client.ts';
import { complain, sayJson } from '../terminal/say.ts';
import { adminPlace, strangerAt, type AdminPlace } from './admin-place.ts';

const ANSWER_TIMEOUT_MS = 15_000;
const UNAUTHORIZED = 401;

/** A running server: the client of its API, and the live feed. */
export class AdminServer extends ApiClient {
  readonly url: string;
  readonly #place: AdminPlace;

  constructor(place: AdminPlace) {
    const { url, token } = place;
    super({
      url,
      ...(token === null ? {} : { token }),
      fetch: (address, request) => {
        requireOwn(place);
        return answered(url, address, request);
      },
      onFailure: (error) => failureAt(url, error),
    });
    this.#place = place;
    this.url = url;
  }

  /** An answer that goes on after the event with this id; ends when the server ends it. */
  async feed(address: string, lastId: number): Promise<ReadableStream<Uint8Array>> {
    requireOwn(this.#place);
    const { token } = this.#place;
    const headers = {
      accept: 'text/event-stream',
      'last-event-id': String(lastId),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    let response: Response;
    try {
      response = await fetch(address, { headers, redirect: 'error' });
    } catch (error) {
      throw failureAt(this.url, error);
    }
    if (response.ok && response.body !== null) return response.body;
    throw isProblem(response) ? await problemOf(response) : notTripwire(this.url);
  }
}

/**
 * Runs a command against the server; a refusal is told on stderr, and with `json` as an object too. `whenDown` is what else
 * there is to say where none runs.
 */
export async function withAdmin(
  json: boolean,
  run: (server: AdminServer) => Promise<number>,
  place?: AdminPlace,
  whenDown?: string,
): Promise<number> {
  const at = place ?? (await adminPlace(process.env, homedir()));
  try {
    return await run(new AdminServer(at));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const { type, title, status, message } = error;
    const detail = status === UNAUTHORIZED ? notThisToken(at) : message;
    if (json) sayJson({ type, title, status, detail });
    complain(`tripwire: ${detail}`);
    if (type.endsWith('not-running') && whenDown !== undefined) complain(whenDown);
    return 1;
  }
}

/** Nobody else gets the token: whoever has it can release agents. */
function requireOwn({ url, token, data }: AdminPlace): void {
  const stranger = token === null || data === null ? null : strangerAt(url, data);
  if (stranger === null) return;
  throw ownProblem(
    'stranger',
    `At ${url} a program of another user (number ${stranger}) answers, which is not your Tripwire. It was sent nothing. End it, then start Tripwire: tripwire up`,
  );
}

/** The answer within the time, if it is one that a Tripwire gives. */
async function answered(url: string, address: string, request: ApiRequest): Promise<ApiResponse> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const response = await plainFetch(address, { ...request, signal });
  if (response.ok ? isJson(response) : isProblem(response)) return response;
  throw notTripwire(url);
}

function failureAt(url: string, error: unknown): ApiProblem {
  if (error instanceof SyntaxError) return notTripwire(url);
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const seconds = ANSWER_TIMEOUT_MS / 1_000;
    return ownProblem('no-answer', `${url} does not answer within ${seconds} s.`);
  }
  // A port that the server chooses when it starts is none to name.
  const where = new URL(url).port === '0' ? '' : ` (nothing answers at ${url})`;
  return ownProblem('not-running', `No Tripwire is running here. Start one: tripwire up${where}`);
}

/** The API names a header; at a terminal the person has to know whose Tripwire answered. */
function notThisToken({ url, token }: AdminPlace): string {
  const what =
    token === null
      ? 'wants a token, and there is none here'
      : 'refuses the token that is used here';
  return `The Tripwire at ${url} ${what}: it has another data folder, or belongs to another user. Its token is in the file admin-token of its data folder: name that folder in TRIPWIRE_DATA, or the token in TRIPWIRE_ADMIN_TOKEN.`;
}

function notTripwire(url: string): ApiProblem {
  return ownProblem(
    'not-tripwire',
    `What answers at ${url} is not a Tripwire. Start one: tripwire up --admin-port N`,
  );
}

/** A problem that no server told, in the same shape. */
function ownProblem(kind: string, detail: string): ApiProblem {
  const title = 'Tripwire cannot be reached';
  return new ApiProblem({ type: `urn:tripwire:problem:${kind}`, title, status: 0, detail });
}
