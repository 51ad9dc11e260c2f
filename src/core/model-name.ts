/**
 * The name of a model or provider as a record may carry it.
 *
 * Clients write what they like there, and nothing is refused because of it: what a record cannot hold is taken out.
 */
import { encodedBytes } from './clip-text.ts';

/** The name within so many bytes, without what names may not contain; undefined when nothing is left. */
export function recordedName(given: string | undefined, bytesMax: number): string | undefined {
  if (given === undefined) return undefined;
  let name = '';
  let used = 0;
  // By code points, so that no character is cut in half; the ones after the limit are not looked at.
  for (const character of given.slice(0, bytesMax * 2)) {
    if (!character.isWellFormed() || /[\p{Cc}"\\]/u.test(character)) continue;
    used += encodedBytes(character);
    if (used > bytesMax) break;
    name += character;
  }
  return name === '' ? undefined : name;
}
