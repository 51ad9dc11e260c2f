/**
 * The example that the documents show and a new file can start from.
 *
 * A test loads it, so it stays true.
 */
export function exampleConfig(): string {
  return `# yaml-language-server: $schema=./node_modules/agent-tripwire/schema/tripwire.schema.json
# Everything here is optional. Secrets are named (env:NAME), never written.

constitution: coding-v1 # the budgets of coding agents with subagents; fixed until a restart
registration: closed # only the agents named below may call
capture: on-stop # keep text only around a stop
evidence_days: 7

retention:
  days: 30
  max_mb: 1024

upstreams:
  anthropic:
    key: env:ANTHROPIC_API_KEY # Tripwire puts the key in; agents do not have it
  local: # any server that speaks one of the three formats
    url: http://127.0.0.1:8000
    format: openai
    headers:
      x-team: research

kill_switch: # for every agent
  enabled: true
  window_size: 20
  threshold: 10
  detector: progress
  exceptions:
    - tool: wait_for_build
      is: poll

agents:
  claude:
    max_tokens_per_minute: 400000 # tighter than the constitution, never looser
  nightly-report:
    kill_switch: # only what is different
      threshold: 6
      shadow: true

limits:
  body_mb: 32
  connections: 256
`;
}
