/**
 * The audit windows: rows A1 to A15 of the specification, as data.
 * Kept apart because they are proved with arithmetic on recorded windows, not on a live agent.
 */
import type { Requirement } from '../requirement.ts';

export const A_ROWS = [
  {
    id: 'A1',
    text: "The window's JSON schema, all arrays of 16, validated.",
    source: 'seed 004 §1',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/short-window.jsonl',
      shows: 'field metrics.beta1 must have 16 entries, not 15',
      exitCode: 1,
    },
    fault: {
      file: 'src/audit/windows/window-check.ts',
      text: 'if (value.length < minItems || value.length > maxItems) {',
      replacement: 'if (value.length > maxItems) {',
      breaks: 'A window with 15 steps is taken for one with 16.',
    },
  },
  {
    id: 'A2',
    text: 'β₁ corridor and jerk.',
    source: 'seed 004 §2.1',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify fixtures/patient_zero_autoloop16_v0.1.1.json',
      shows: 'violated: window 1 (loop_000001): beta1_jerk_within_bound',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: '(beta1[step - 1] ?? NOT_MEASURED)) <= jerk,',
      replacement: '(beta1[step - 1] ?? NOT_MEASURED)) < jerk,',
      breaks: 'A jerk exactly on the bound counts as outside.',
    },
  },
  {
    id: 'A3',
    text: "E_ext acute cap on each step, systemic cap on the window's average.",
    source: 'seed 004 §2.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/windows.jsonl',
      shows: 'E_acute_under_cap … E_systemic_avg_under_cap',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: 'sum <= STEPS * systemicMax &&',
      replacement: 'sum < STEPS * systemicMax &&',
      breaks: 'An average exactly on the cap counts as above it.',
    },
  },
  {
    id: 'A4',
    text: 'Rest fraction ρ ≥ ρ_min.',
    source: 'seed 004 §2.3',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/windows.jsonl',
      shows: 'rest_fraction_ok',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: 'length * MICRO >= STEPS * rhoMin',
      replacement: 'length * MICRO > STEPS * rhoMin',
      breaks: 'A window with exactly the rest that is asked for fails.',
    },
  },
  {
    id: 'A5',
    text: 'min_pause floor, and the cooldown of k_pause steps after each VETO.',
    source: 'seed 004 §2.4',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/windows.jsonl',
      shows: 'min_pause_floor_ok … veto_cooldown_ok',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: 'lastVeto + kPause - (STEPS - 1);',
      replacement: 'lastVeto + kPause - STEPS;',
      breaks: "One step of cooldown is lost over the window's edge.",
    },
  },
  {
    id: 'A6',
    text: 'Silence is not consent: high-impact steps need CONSENT, SUSPEND or VETO.',
    source: 'seed 004 §2.5',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/windows.jsonl',
      shows: 'silence_not_consent',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: '(stance === CONSENT || stance === SUSPEND) && rest !== SILENT;',
      replacement: 'stance === CONSENT || stance === SUSPEND;',
      breaks: 'A consent that stands over a gap in the telemetry still counts.',
    },
  },
  {
    id: 'A7',
    text: 'Forgiveness half-life: floor in the predicate, decay 2^(−Δt/h) of scars outside it.',
    source: 'seed 004 §3',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/windows.jsonl',
      shows: 'forgiveness_floor_ok',
    },
    fault: {
      file: 'src/audit/windows/scars.ts',
      text: 'return Math.floor(value / 2 ** halves);',
      replacement: 'return value;',
      breaks: 'A scar does not fade over whole half-lives.',
    },
  },
  {
    id: 'A8',
    text: '`asc_root` over leaf_0 … leaf_6; witness with Merkle paths.',
    source: 'seed 004 §4.1',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/audit.yaml --agent sam -- sh -c "ask 8; until tripwire audit window sam 0 --open 0; do sleep 4; done; tripwire audit window sam 0 --story; tripwire audit window sam 0 --json"'`,
      shows: '"leaves":[{"index":0,"preimage": … "siblings" … "asc_root":"0x',
    },
    fault: {
      file: 'src/audit/windows/window-opening.ts',
      text: 'const isRight = ((index >> level) & 1) === 1;',
      replacement: 'const isRight = ((index >> level) & 1) === 0;',
      breaks: 'An opened leaf is hashed on the wrong side of its siblings.',
    },
  },
  {
    id: 'A9',
    text: 'A circuit that proves the predicate for a window without showing its metrics; prove and verify.',
    source: 'seed 004 §4.2',
    status: 'done',
    byHand: {
      command:
        'bin/tripwire audit verify-proof test/fixtures/audit/patient-zero-proofs.jsonl --key circuits/dev-insecure.json --allow-dev-key',
      shows: 'intact: 3 windows',
    },
    fault: {
      file: 'src/audit/proofs/proof-verify.ts',
      text: 'return product !== null && finalExp(product).isOne();',
      replacement: 'return product !== null;',
      breaks: 'Every proof of the right form is accepted, whatever it proves.',
    },
  },
  {
    id: 'A10',
    text: 'Result `ok` and the flags bitfield: a violated window can be proved violated.',
    source: 'seed 004 §4.2',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify --json fixtures/patient_zero_autoloop16_v0.1.1.json',
      shows: '"flags":2047 … "flags":2045,"ok":false … "flags":2047',
    },
    fault: {
      file: 'src/audit/windows/window-predicate.ts',
      text: 'okChain: flags === ALL_BITS,',
      replacement: 'okChain: true,',
      breaks: 'A window that breaks over its edge is called good in its chain.',
    },
  },
  {
    id: 'A11',
    text: 'Patient zero fixture: good (true), spike (false), veto (true), with narrative hash and one unresolved scar.',
    source: 'seed 004 §5.1',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify fixtures/patient_zero_autoloop16_v0.1.1.json',
      shows: 'violated: window 1 … intact: 3 windows, 1 violated',
    },
    fault: {
      file: 'src/audit/windows/window-commitment.ts',
      text: '[narrative, scar, civic].flatMap(',
      replacement: '[narrative, null, civic].flatMap(',
      breaks: 'The unresolved scar of patient zero is in no root.',
    },
  },
  {
    id: 'A12',
    text: 'Mapping to StoryBodyTrace, with `consent_weather.state` per step.',
    source: 'seed 004 §5.2',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/audit.yaml --agent sam -- sh -c "ask 8; until tripwire audit window sam 0 --open 0; do sleep 4; done; tripwire audit window sam 0 --story; tripwire audit window sam 0 --json"'`,
      shows: '"consent_weather":{"state":[',
    },
    fault: {
      file: 'src/audit/windows/story-body-trace.ts',
      text: "rest[step] === 'SILENT' ? 'void' : (WEATHER[one] ?? 'void'),",
      replacement: "WEATHER[one] ?? 'void',",
      breaks: 'Consent over a gap looks bright.',
    },
  },
  {
    id: 'A13',
    text: "HUD: the consent cathedral: CONSENT bright flow, DISSENT/SUSPEND chapel zones, ABSTAIN/LISTEN fog, SILENT void, VETO pillars, cooldown the chapel's length.",
    source: 'seed 004 §5.2',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/web/cathedral.test.ts -t A13',
      shows: 'passed',
    },
    fault: {
      file: 'web/src/audit/bay-light.ts',
      text: "if (isSilent) return { kind: 'void',",
      replacement: "if (isSilent && stance === 'UNKNOWN') return { kind: 'void',",
      breaks: 'A step that nobody saw is lit by the consent that stood before it.',
    },
  },
  {
    id: 'A14',
    text: '48 h trace: a chain of 3,600 windows linked by `prev_window_root`, verified as one.',
    source: 'seed 004 §0',
    status: 'done',
    byHand: {
      command: 'bin/tripwire audit verify examples/by-hand/cut-chain.jsonl',
      shows: 'window.prev_window_root is … 48000 ms are missing',
      exitCode: 1,
    },
    fault: {
      file: 'src/audit/windows/verify-trace.ts',
      text: 'if (tStartMs !== null && start !== tStartMs) {',
      replacement: 'if (tStartMs !== null && start < tStartMs) {',
      breaks: 'A window that is missing leaves no trace in time.',
    },
  },
  {
    id: 'A15',
    text: "`narrative_hash`, `scar_root`, `civic_memory_root`: commitments to the decision log, the incidents and the operators' actions.",
    source: 'seed 004 §1, §3, §4.1',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/audit.yaml --agent sam -- sh -c "ask 8; until tripwire audit window sam 0 --open 0; do sleep 4; done; tripwire audit window sam 0 --story; tripwire audit window sam 0 --json"'`,
      shows: '"narrative_hash":"0x',
    },
    fault: {
      file: 'src/audit/windows/recorder.ts',
      text: 'const civicAfter = ledgerRoot(civic) ?? civicRoot;',
      replacement: 'const civicAfter = ledgerRoot(civic);',
      breaks: 'What people did is forgotten in the first window without an act.',
    },
  },
] as const satisfies readonly Requirement[];
