/** Clients of the server under test: one request, or requests without end. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The header that tells the fake provider whose request it got; the journal tells the rest. */
export const AGENT_MARK = 'x-test-agent';

const REFUSED_PAUSE_MS = 25;

let sessions = 0;

/** One chat request of an agent; every request is a session of its own, so that no budget is ever met. */
export async function chat(
  url: string,
  agent: string,
  more: { readonly stream?: boolean; readonly content?: string } = {},
): Promise<{ readonly status: number; readonly text: string; readonly session: string }> {
  sessions += 1;
  const session = `${process.pid}.${sessions}`;
  const { stream = false, content = `question ${sessions}` } = more;
  const response = await fetch(`${url}/agents/${agent}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'opencode/1.0',
      'x-session-id': session,
      [AGENT_MARK]: agent,
    },
    body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content }] }),
  });
  return { status: response.status, text: await response.text(), session };
}

/** Asks again and again until the server is gone; returns how many answers came whole. */
export async function chatUntilGone(url: string, agent: string): Promise<number> {
  let answered = 0;
  for (;;) {
    try {
      const { status } = await chat(url, agent, { stream: answered % 2 === 1 });
      if (status === 200) answered += 1;
      else await sleep(REFUSED_PAUSE_MS);
    } catch {
      return answered;
    }
  }
}
