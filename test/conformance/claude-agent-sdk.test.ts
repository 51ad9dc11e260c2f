/** The compatibility kit for the Claude Agent SDK, on recorded payloads. The SDK itself: `npm run test:clients`. */
import { describeAdapter } from './adapter.case.ts';
import { claudeHarness, type WhoseTools } from './claude-harness.ts';
import { playedClaude } from './played-claude.ts';

const harness = (whose: WhoseTools) => {
  const made = claudeHarness(
    whose,
    ({ model }) => playedClaude(model, made.toolName ?? String),
    () => ({ options: {}, close: () => {} }),
  );
  return made;
};

describeAdapter('claude-agent-sdk', harness('own'));
describeAdapter('claude-agent-sdk, tools of others', harness('foreign'));
