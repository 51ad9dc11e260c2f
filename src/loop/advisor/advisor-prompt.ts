/**
 * What an advisor is asked, and what counts as its answer.
 */

const ADVICE_LENGTH_MAX = 8_000;

/** The advisor's question, in the words of the safety rules. */
export function advisorPrompt(deadlock: string, transcript: string): string {
  return `You are an Out-of-Band Advisor. The autonomous loop is stuck.

DEADLOCK TYPE: ${deadlock}

TRANSCRIPT (last 500 lines):
${transcript}

Analyze the cognitive deadlock and provide:
1. Root cause of the stuck state
2. A completely different approach to try
3. The exact prompt to inject into the worker

Output ONLY the prompt to inject, nothing else.
`;
}

/** What an advisor said, as a prompt; null when it said nothing. */
export function adviceOf(said: string): string | null {
  const text = said.trim().slice(0, ADVICE_LENGTH_MAX);
  return text === '' ? null : text;
}
