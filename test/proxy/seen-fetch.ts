/**
 * A `fetch` that writes down what came back, byte for byte, while the SDK reads it.
 */

/** An answer as the client got it. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Kept when the body is over, whole or not. */
  readonly body: Promise<Buffer>;
  /** What came so far. */
  readonly soFar: () => string;
}

/** The `fetch` and what it saw. */
export interface SeenFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly answers: readonly SeenAnswer[];
}

/** A new one, that has seen nothing. */
export function seenFetch(): SeenFetch {
  const answers: SeenAnswer[] = [];
  const fetch: typeof globalThis.fetch = async (...asked) => {
    const response = await globalThis.fetch(...asked);
    const copy = response.clone();
    const parts: Uint8Array[] = [];
    answers.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytesOf(copy, parts),
      soFar: () => Buffer.concat(parts).toString(),
    });
    return response;
  };
  return { fetch, answers };
}

async function bytesOf({ body }: Response, parts: Uint8Array[]): Promise<Buffer> {
  try {
    for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) parts.push(part);
  } catch {
    // A body that breaks off was seen as far as it came.
  }
  return Buffer.concat(parts);
}
