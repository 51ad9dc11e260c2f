/** Reads a whole body as text, up to a bound: whoever sends it may be anybody. */

/** The text; throws when more bytes come than are taken. */
export async function boundedText(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error(`more than ${bytesMax} bytes came`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
