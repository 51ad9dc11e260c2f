/**
 * The kill switch: rows K1 to K13 of the specification, as data.
 * Kept apart so that the score can be read next to the seed that asks for it.
 */
import type { Requirement } from '../requirement.ts';

export const K_ROWS = [
  {
    id: 'K1',
    text: '64-bit SimHash; texts that differ only in numbers or timestamps: distance < 3; different texts: > 5.',
    source: 'seed 002 “SimHash Algorithm”',
    status: 'done',
    byHand: {
      command:
        "npx node examples/by-hand/compare-texts.ts 'took 12 s at 10:30' 'took 99 s at 23:59' 'no flights leave before noon'",
      shows: 'distance 0 … distance 33',
    },
    fault: {
      file: 'src/detect/text/simhash.ts',
      text: 'return toHex(body.low ^ head.low ^ tail.low, body.high ^ head.high ^ tail.high);',
      replacement: 'return toHex(body.low, body.high);',
      breaks: 'A long shared instruction hides what differs behind it.',
    },
  },
  {
    id: 'K2',
    text: 'Normalisation: `<NUM>`, `<TS>`, `<ID>`, whitespace.',
    source: 'seed 002 “Prompt Normalization”',
    status: 'done',
    byHand: {
      command:
        "npx node examples/by-hand/compare-texts.ts 'Request 4711  at 2026-01-01T10:00:00Z by 550e8400-e29b-41d4-a716-446655440000'",
      shows: 'Request <NUM> at <TS> by <ID>',
    },
    fault: {
      file: 'src/detect/text/normalise-text.ts',
      text: "(?:e[+-]?\\d+)?/gi, placeholder: '<NUM>' },",
      replacement: "(?:e[+-]?\\d+)?/gi, placeholder: '<N>' },",
      breaks: 'Numbers get another placeholder than the specified one.',
    },
  },
  {
    id: 'K3',
    text: 'Only the last user message of a conversation is the prompt.',
    source: 'seed 002 “Prompt Normalization: Extract user message”',
    status: 'done',
    byHand: {
      command: 'npx node examples/by-hand/read-request.ts examples/by-hand/request.json',
      shows: 'What is in the attic?',
    },
    fault: {
      file: 'src/wire/last-user-message.ts',
      text: 'const last = pieces.findLast(isUserText);',
      replacement: 'const last = pieces.find(isUserText);',
      breaks: 'The first user message is taken for the prompt instead of the last.',
    },
  },
  {
    id: 'K4',
    text: 'Score = similar prompts × 1.0 + similar responses × 2.0 + repeated tool calls × 1.5 in the sliding window.',
    source: 'seed 002 “Loop Detection Scoring: Score calculation”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "ask 8; tripwire status sam --json; tripwire events --json"'`,
      shows: '"repeatedToolCalls":2,"score":10,"similarPrompts":3,"similarResponses":2',
    },
    fault: {
      file: 'src/detect/score/literal-score.ts',
      text: 'const RESPONSE_POINTS = 2.0;',
      replacement: 'const RESPONSE_POINTS = 1.0;',
      breaks: 'Similar responses weigh half of what they should.',
    },
  },
  {
    id: 'K5',
    text: 'Similar = Hamming distance < 3, for prompts and responses.',
    source:
      'seed 002 “Loop Detection Scoring: Prompt similarity check”, “Loop Detection Scoring: Response similarity check”',
    status: 'done',
    byHand: {
      command:
        "npx node examples/by-hand/compare-texts.ts 'took 12 s at 10:30' 'took 99 s at 23:59' 'no flights leave before noon'",
      shows: 'similar: true … similar: false',
    },
    fault: {
      file: 'src/detect/score/literal-score.ts',
      text: 'return isNear(a, b, SIMILAR_BELOW);',
      replacement: 'return isNear(a, b, 64);',
      breaks: 'Everything is similar to everything.',
    },
  },
  {
    id: 'K6',
    text: 'Tool-call signatures: identical ones are repeated.',
    source: 'seed 002 “Loop Detection Scoring: Tool call repetition check”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "ask 8; tripwire status sam --json; tripwire events --json"'`,
      shows: '"repeatedToolCalls":4',
    },
    fault: {
      file: 'src/detect/score/literal-score.ts',
      text: 'if (calls.some((call) => made.includes(call))) repeatedToolCalls += 1;',
      replacement: 'if (calls.length > 0) repeatedToolCalls += 1;',
      breaks: 'Any two tool calls count as repeated.',
    },
  },
  {
    id: 'K7',
    text: 'Per-agent configuration: enabled (default off), window size, threshold.',
    source: 'seed 002 “Kill Switch Configuration”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --agent sam -- sh -c "ask 4; tripwire status sam --json"'`,
      shows: 'HTTP 200 … "kill_switch":{"enabled":false,"threshold":10 … "window_size":20}',
    },
    fault: {
      file: 'src/core/kill-switch.ts',
      text: 'const acts = settings.enabled && !settings.shadow && !isExempt;',
      replacement: 'const acts = !settings.shadow && !isExempt;',
      breaks: 'A switch that nobody turned on stops agents.',
    },
  },
  {
    id: 'K8',
    text: "Score exceeds threshold → `active` 0, `deactivated_by` `'kill_switch'`.",
    source: 'seed 002 “Kill Switch Enforcement: Deactivate on threshold exceeded”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "ask 8; tripwire status sam --json; tripwire events --json"'`,
      shows: '"active":0,"deactivated_by":"kill_switch"',
    },
    fault: {
      file: 'src/core/take/observation.ts',
      text: "if (report?.did !== 'killed') return { scene, report };",
      replacement: 'if (report?.did !== null) return { scene, report };',
      breaks: 'The kill switch says that it stopped the agent and does not.',
    },
  },
  {
    id: 'K9',
    text: 'A deactivated agent gets the standard inactive response, never 429.',
    source: 'seed 002 “Kill Switch Enforcement: Use standard inactive response”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "ask 8; tripwire status sam --json; tripwire events --json"'`,
      shows: '"type":"agent_stopped" … HTTP 402',
    },
    fault: {
      file: 'src/wire/anthropic/codec.ts',
      text: 'const REFUSED_STATUS = 402;',
      replacement: 'const REFUSED_STATUS = 429;',
      breaks: 'A stopped agent is told to come back later, and does.',
    },
  },
  {
    id: 'K10',
    text: 'Event with `event_type: "kill_switch"` and the details.',
    source: 'seed 002 “Kill Switch Enforcement: Record kill switch event”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "ask 8; tripwire status sam --json; tripwire events --json"'`,
      shows: '"event_type":"kill_switch" … "detector":"progress","threshold":10',
    },
    fault: {
      file: 'src/journal/derive-events.ts',
      text: "if (did === 'killed') return [{ eventType: 'kill_switch', reason: words, details }];",
      replacement: "if (did === 'killed') return [];",
      breaks: 'A stop leaves no event of its own.',
    },
  },
  {
    id: 'K11',
    text: 'Window per agent, FIFO; response hashed when it arrives; cleared on activation.',
    source: 'seed 002 “Kill Switch State Management”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/strict.yaml --agent sam -- sh -c "ask 4; api /api/agents/sam/activate {}; tripwire status sam --json; ask"'`,
      shows: 'HTTP 402 … "active":1,"deactivated_by":null … HTTP 200',
    },
    fault: {
      file: 'src/core/take/operator.ts',
      text: "if (action === 'activate') return { agent: forgetWatched(released, place), notes };",
      replacement: "if (action === 'activate') return { agent: released, notes };",
      breaks: 'An activated agent is stopped again for what it did before.',
    },
  },
  {
    id: 'K12',
    text: "`deactivated_by` is `'kill_switch'`, `'manual'` or null; null again on activation.",
    source: 'seed 002 “Deactivation Reason Tracking”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/strict.yaml --agent sam -- sh -c "ask 4; api /api/agents/sam/activate {}; tripwire status sam --json; ask"'`,
      shows: '"deactivated_by":null',
    },
    fault: {
      file: 'src/gate/view/agent-view.ts',
      text: "const deactivatedBy = by('manual') ? 'manual' : by('kill_switch') ? 'kill_switch' : null;",
      replacement: "const deactivatedBy = by('manual') ? 'manual' : null;",
      breaks: 'A stop of the kill switch does not show as one.',
    },
  },
  {
    id: 'K13',
    text: 'Dashboard: "Deactivated by Kill Switch", or "Inactive"; toggle, window size and threshold on the agent\'s page; enabling without an alert channel prompts for one.',
    source: 'seed 002 “Deactivation Reason Tracking”, “Kill Switch UI”',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/web/person.test.ts -t K13',
      shows: 'passed',
    },
    fault: {
      file: 'web/src/agent/kill-switch-change.tsx',
      text: 'if (turnsOn && channels === 0) setAsked(next);',
      replacement: 'if (turnsOn && channels < 0) setAsked(next);',
      breaks: 'A kill switch is turned on where nobody would be told, without a word.',
    },
  },
] as const satisfies readonly Requirement[];
