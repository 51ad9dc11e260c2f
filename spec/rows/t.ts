/**
 * The decision core: rows T1 to T12 of the specification, as data.
 * These rows decide whether an agent may go on, so everything else is built on them.
 */
import type { Requirement } from '../requirement.ts';

export const T_ROWS = [
  {
    id: 'T1',
    text: 'The contracts of §2.1, exported under exactly those names: `AgentEvent`, `ActivityState`, `IntentDecision`, `SafetyDecision`, `ExecutionResult`, `SafetyVeto`.',
    source: 'seed 000 §2.1',
    status: 'done',
    byHand: {
      command: 'npx vitest run src/core/contracts.test.ts -t T1',
      shows: 'passed',
    },
    fault: {
      file: 'src/core/index.ts',
      text: '  SafetyVeto,\n',
      replacement: '  SafetyVeto as Veto,\n',
      breaks: 'A contract is exported under another name.',
    },
  },
  {
    id: 'T2',
    text: 'One direction: AgentEventSource → ActivityEngine → IntentCore → SafetyGate → ExecutionAdapter → feedback to SafetyGate. No module calls upstream.',
    source: 'seed 000 §2.3',
    status: 'done',
    byHand: {
      command: 'npx vitest run src/core/one-direction.test.ts -t T2',
      shows: 'passed',
    },
    fault: {
      file: 'src/core/activity-engine.ts',
      text: "import type { ConstitutionValues } from './constitution/constitution.ts';",
      replacement:
        "import { VETO_PRIORITY } from './safety-gate.ts';\nimport type { ConstitutionValues } from './constitution/constitution.ts';\nexport const upstream = VETO_PRIORITY;",
      breaks: 'The activity engine looks at the safety gate behind it.',
    },
  },
  {
    id: 'T3',
    text: 'ActivityEngine: modes IDLE, WORKING, LOOPING, RUNAWAY; intensity LOW, NORMAL, HIGH; `reason` never empty.',
    source: 'seed 000 §2.1, §3.1',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/modes.jsonl',
      shows:
        '"mode":"IDLE" … "mode":"WORKING" … "intensity":"HIGH" … "mode":"LOOPING" … "mode":"RUNAWAY"',
    },
    fault: {
      file: 'src/core/similarity.ts',
      text: 'if (outputs.length < values.loopWindowSize) return null;',
      replacement: 'if (outputs.length <= values.loopWindowSize) return null;',
      breaks: 'The loop window never gets long enough: LOOPING can never be reached.',
    },
  },
  {
    id: 'T4',
    text: 'Mode changes at most every 10 s; leaving LOOPING or RUNAWAY takes 30 s.',
    source: 'seed 000 §3.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/leaving-a-mode.jsonl',
      shows:
        'WORKING since 0, held while the LOOPING signal stands … LOOPING since 10000 … "wakeAt":64000',
    },
    fault: {
      file: 'src/core/activity-engine.ts',
      text: 'return isCritical(mode) ? values.criticalModeDurationMinMs : values.modeDurationMinMs;',
      replacement: 'return values.modeDurationMinMs;',
      breaks: 'LOOPING and RUNAWAY are left after 10 s already.',
    },
  },
  {
    id: 'T5',
    text: 'IntentCore: default CONTINUE; fixed confidence formula; reason.',
    source: 'seed 000 §2.2, §6.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/confidence.jsonl',
      shows: '"confidence":1,"intent":"CONTINUE" … "confidence":0.75,"intent":"CONTINUE"',
    },
    fault: {
      file: 'src/core/intent-core.ts',
      text: 'Math.round((health * (2 * limit - share)) / (2 * limit))',
      replacement: 'Math.round((health * (limit - share)) / limit)',
      breaks: 'Confidence falls by the whole pressure instead of half of it.',
    },
  },
  {
    id: 'T6',
    text: 'SafetyGate: the single authority. Token budget, tool-call rate, warnings, loop, runaway, cooldown, health; veto priorities of §4.4 in that order.',
    source: 'seed 000 §4, §4.4',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/vetoes.jsonl',
      shows:
        'TOKEN_WARNING: 40000 of 50000 … TOKEN_BUDGET_EXCEEDED: 50001 tokens … TOOL_CALL_WARNING: 45 of 60 … RATE_LIMIT_EXCEEDED: 61 tool calls … LOOP_DETECTED',
    },
    fault: {
      file: 'src/core/safety-gate.ts',
      text: 'if (tokens > limits.tokens) {',
      replacement: 'if (tokens > limits.tokens + 1) {',
      breaks: 'One token more than the budget passes.',
    },
  },
  {
    id: 'T7',
    text: 'Health: start 1.0, thresholds 0.6 and 0.3, recovery 0.01/min, cap 0.8; every trigger of §5.2 lowers it.',
    source: 'seed 000 §5.1, §5.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/health.jsonl',
      shows:
        '"health":1, … "health":0.95, … "health":0.75, … "health":0.65, … "health":0.66, … "health":0.67,',
    },
    fault: {
      file: 'src/core/health.ts',
      text: 'health.value + toUnits(values.recoveryRatePerMinute),',
      replacement: 'health.value - toUnits(values.recoveryRatePerMinute),',
      breaks: 'Health never recovers.',
    },
  },
  {
    id: 'T8',
    text: 'Soft suspend pauses and notifies a person; hard stop latches until a person restarts.',
    source: 'seed 000 §5.3',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/hard-stop.jsonl',
      shows:
        'HOLD_SOFT_SUSPEND … HOLD_HARD_STOP … lifted by a person: restart … NOTHING_TO_LIFT: activate … "health":0.8,',
    },
    fault: {
      file: 'src/core/health.ts',
      text: "holds: well ? withoutHold(session.holds, 'soft_suspend') : session.holds,",
      replacement: 'holds: well ? [] : session.holds,',
      breaks: 'Recovery lifts a hard stop without a person.',
    },
  },
  {
    id: 'T9',
    text: 'The three allowed adaptations of §6.1, bounded and deterministic; the four forbidden ones are impossible at run time (frozen values, tests that try).',
    source: 'seed 000 §6.1, §6.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/envelope.jsonl',
      shows:
        "0 of 20000 tokens … ENVELOPE_REFUSED: maxTokensPerMinute 60000 is looser than the constitution's 50000; nothing was changed",
    },
    fault: {
      file: 'src/core/constitution/envelope.ts',
      text: "if (typeof wanted === 'number' && wanted > values[field]) {",
      replacement: "if (typeof wanted === 'number' && wanted < values[field]) {",
      breaks: 'An envelope may loosen the constitution, and may not tighten it.',
    },
  },
  {
    id: 'T10',
    text: 'ExecutionAdapter is mechanical: it does what the decision says and reports an ExecutionResult, which feeds health.',
    source: 'seed 000 §2.2, §2.3',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/api/library-doors.test.ts -t T10',
      shows: 'passed',
    },
    fault: {
      file: 'src/gate/in-process-adapter.ts',
      text: 'if (!safety.allowed) {',
      replacement: "if (safety.vetoReason === 'RUNAWAY_DETECTED') {",
      breaks: 'The adapter runs what the gate refused.',
    },
  },
  {
    id: 'T11',
    text: 'Replay parity: SHA-256 over the event sequence, and separately over the decision sequence; replaying a recording gives the same two hashes, or names the first step that differs.',
    source: 'seed 000 §7',
    status: 'done',
    byHand: {
      command: 'bin/tripwire replay test/histories/0.1.0.rec',
      shows: 'parity: 1152 steps give the same decisions … eventsHash … decisionsHash',
    },
    fault: {
      file: 'src/core/records/digests.ts',
      text: "hash('sha256', `${before}\\n${canonicalJson(value)}`, 'hex')",
      replacement: "hash('sha256', canonicalJson(value), 'hex')",
      breaks: 'A digest covers one step only: a removed line is not found.',
    },
  },
  {
    id: 'T12',
    text: 'Every decision explains itself: which rule, which numbers, since when.',
    source: 'seed 000 §1.4, §3.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire decide < examples/by-hand/records/leaving-a-mode.jsonl',
      shows:
        'LOOP_DETECTED: the last outputs are pairwise at least 1 similar, above 0.9, since 4000',
    },
    fault: {
      file: 'src/core/safety-gate.ts',
      text: 'similar, above ${decimal(threshold)}, since ${since}`',
      replacement: 'similar`',
      breaks: 'A loop veto no longer says which threshold was exceeded and since when.',
    },
  },
] as const satisfies readonly Requirement[];
