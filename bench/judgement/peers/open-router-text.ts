/** The text rule of OpenRouter's agent: an answer whose tail is one short phrase four times over. */
const PERIOD_TOKENS_MAX = 16;
const LAPS = 4;

/** Whether the text ends in a repeated phrase. */
export function tailRepeats(text: string): boolean {
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  for (let period = 1; period <= PERIOD_TOKENS_MAX; period += 1) {
    const start = tokens.length - period * LAPS;
    if (start < 0) return false;
    const tail = tokens.slice(start);
    if (tail.every((token, index) => token === tail[index % period])) return true;
  }
  return false;
}
