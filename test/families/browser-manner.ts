/**
 * The browser tools of each client: most have the same server under another prefix, a custom agent has one tool of its own.
 */
import type { Exchange, Manner } from './client-manner.ts';

const PREFIXES: Readonly<Record<Exclude<Manner, 'custom'>, string>> = {
  claude: 'mcp__playwright__browser_',
  codex: 'playwright__browser_',
  gemini: 'browser_',
  opencode: 'playwright_browser_',
};

/** One act in a browser; `act` is the bare name, such as `click`. */
export function browserExchange(
  manner: Manner,
  act: string,
  args: Readonly<Record<string, unknown>>,
  text: string,
): Exchange {
  if (manner === 'custom')
    return {
      name: 'browser',
      args: { action: act, ...args },
      text: JSON.stringify({ action: act, observation: text }),
      err: false,
    };
  const framed = text.startsWith('Error') ? `### Result\n${text}` : text;
  return { name: `${PREFIXES[manner]}${act}`, args, text: framed, err: false };
}
