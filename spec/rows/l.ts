/**
 * The autonomous loop: rows L1 to L15 of the specification, as data.
 * Kept apart because they concern one supervised worker and the files in its project.
 */
import type { Requirement } from '../requirement.ts';

export const L_ROWS = [
  {
    id: 'L1',
    text: 'Duplicate-chain detection: the same *sequence* of tool calls again (window 10, threshold 3): pause, log, advisor, no continuing without a new approach.',
    source: 'seed 001 “Loop Detection: Duplicate-Chain Detection”',
    status: 'done',
    fault: {
      file: 'src/detect/score/ladder.ts',
      text: 'if (repeats && !tail.slice(length).some(({ changed }) => changed)) {',
      replacement: 'if (repeats) {',
      breaks: 'Edit and test three times over counts as a loop although something changed.',
    },
  },
  {
    id: 'L2',
    text: 'Signature ladder: SOFT 3 (warn), HARD 5 (pause, advisor), INFINITE 10 (stop, BLOCKER_REPORT.md).',
    source: 'seed 001 “Loop Detection: Signature-Based Detection”',
    status: 'done',
    fault: {
      file: 'src/detect/score/ladder.ts',
      text: 'if (count >= rungs.hard) return',
      replacement: 'if (count > rungs.hard) return',
      breaks: 'The hard rung comes one call too late.',
    },
  },
  {
    id: 'L3',
    text: 'Signature normalisation as described (Edit → basename, Bash → paths generalised, other tools → `Tool(...)`).',
    source: 'seed 001 “Loop Detection: Signature-Based Detection”',
    status: 'done',
    fault: {
      file: 'src/detect/score/ladder.ts',
      text: "return path.split('/').at(-1) ?? path;",
      replacement: 'return path;',
      breaks: 'An edit is known by its whole path instead of its file name.',
    },
  },
  {
    id: 'L4',
    text: 'No progress: failing tests or build, the same error twice, no file changed → `consecutive_failures`; at 3 pause and BLOCKER_REPORT.md; deleting the file resumes.',
    source: 'seed 001 “No-Progress Heuristic”',
    status: 'done',
    fault: {
      file: 'src/loop/rules/no-progress.ts',
      text: 'if (failures < maxConsecutiveFailures) {',
      replacement: 'if (failures <= maxConsecutiveFailures) {',
      breaks: 'The pause comes one failure too late.',
    },
  },
  {
    id: 'L5',
    text: 'Dirty bits: `code_modified`, `tests_run`, `tests_passing`, `docs_updated`; a task cannot complete against them; the agent is told what to run.',
    source: 'seed 001 “Dirty Bit Checks”',
    status: 'done',
    fault: {
      file: 'src/loop/rules/completion-bits.ts',
      text: "if (codeModified && !testsRun) return 'tests_run';",
      replacement: 'if (codeModified && !testsRun) return null;',
      breaks: 'Changed code may be left untested.',
    },
  },
  {
    id: 'L6',
    text: 'Iteration cap 100 → CHECKPOINT.md in the given format, pause, deleting it resumes.',
    source: 'seed 001 “Iteration Cap”',
    status: 'done',
    fault: {
      file: 'src/loop/rules/iteration-cap.ts',
      text: 'if (iterationCount < maxIterations) return counted;',
      replacement: 'if (iterationCount <= maxIterations) return counted;',
      breaks: 'The checkpoint comes one turn too late.',
    },
  },
  {
    id: 'L7',
    text: 'Compaction gate: warn 75 %, mandatory 80 % (state summarised to MISSION_BRIEFING.md, worker restarted with "Read .geometry/MISSION_BRIEFING.md and continue"), hard block of tool calls at 85 %; `.geometry/hooks/compaction-gate-enforcement.sh` with its three messages.',
    source: 'seed 001 “Context Compaction Gate”',
    status: 'done',
    fault: {
      file: 'src/loop/rules/context-window.ts',
      text: "if (reaches(manifest.hardBlockThreshold)) return 'hard';",
      replacement: "if (reaches(100)) return 'hard';",
      breaks: 'An agent with a nearly full context goes on.',
    },
  },
  {
    id: 'L8',
    text: "Context = cached tokens + current input, from the transcript's usage, of a 200,000-token window (per model where known); the line estimate only where there is no usage.",
    source:
      'seed 001 “Context Compaction Gate: Context Mathematics”, “Context Compaction Gate: Context Estimation”',
    status: 'done',
    fault: {
      file: 'src/clients/claude-code/usage.ts',
      text: 'countOrZero(cache_read_input_tokens) +\n      countOrZero(cache_creation_input_tokens) +\n',
      replacement: '',
      breaks: 'What was cached is not counted, so a full context looks empty.',
    },
  },
  {
    id: 'L9',
    text: 'Fallback chain of engines with its order, contexts (default, API overload, cost, offline) and triggers (persistent stop event, gate failed more than 3 times, context exhausted); a fallback proposes a new plan.',
    source: 'seed 001 “Model Fallback Strategy”',
    status: 'done',
    fault: {
      file: 'src/night/worker/engine-chain.ts',
      text: "const untilMs = reason === 'cost' ? FOR_GOOD_MS : atMs + minutes * MINUTE_MS;",
      replacement: "const untilMs = reason === 'cost' ? FOR_GOOD_MS : atMs;",
      breaks: 'An engine that failed is tried again at once, and no fallback ever works.',
    },
  },
  {
    id: 'L10',
    text: 'Out-of-band advisor: a separate model gets deadlock type and the last 500 transcript lines, returns the prompt to inject; priority list of models.',
    source: 'seed 001 “Out-of-Band Advisor”',
    status: 'done',
    fault: {
      file: 'src/night/decide/after-job.ts',
      text: 'const plan = turn(advice, false);',
      replacement: "const plan = turn(builtInAdvice('a loop'), false);",
      breaks: 'What the advisor said never reaches the worker.',
    },
  },
  {
    id: 'L11',
    text: 'Identity: `agent_checksum`, `workflow_binding`, `authorized_roles`; an agent whose configuration does not match may not do what is reserved.',
    source: 'seed 001 “Zero-Trust Drift Prevention: Agentic Identity”',
    status: 'done',
    fault: {
      file: 'src/loop/identity/identity-standing.ts',
      text: 'if (identityChecksum(measured) === pinned || identityChecksum(ofAnyModel) === pinned) {',
      replacement: "if (pinned.startsWith('sha256:')) {",
      breaks: 'An agent whose configuration drifted still counts as the pinned one.',
    },
  },
  {
    id: 'L12',
    text: 'Frozen replays: session id, model version, prompt hash, trajectory of states, in `.geometry/replays/<session_id>.json`; replayable.',
    source: 'seed 001 “Zero-Trust Drift Prevention: Frozen Replays”',
    status: 'done',
    fault: {
      file: 'src/loop/replays/proof.ts',
      text: 'if (step.digest !== stepDigest(before, step)) {',
      replacement: "if (step.digest === '') {",
      breaks: 'A step whose answer was changed afterwards counts as recorded.',
    },
  },
  {
    id: 'L13',
    text: "`safety_log.json` with timestamp, type, details, action_taken, in the seed's words (`continued_monitoring`, `injected_test_prompt`, `restarted_session`, …).",
    source: 'seed 001 “Safety Event Log”',
    status: 'done',
    fault: {
      file: 'src/loop/files/safety-log.ts',
      text: '.slice(-EVENTS_KEPT)',
      replacement: '.slice(0, EVENTS_KEPT)',
      breaks: 'A full log takes in nothing new.',
    },
  },
  {
    id: 'L14',
    text: 'Manual override: STOP and PAUSE files, editing MANIFEST.yaml, deleting the reports.',
    source: 'seed 001 “Manual Override”',
    status: 'done',
    fault: {
      file: 'src/loop/rules/hold-files.ts',
      text: 'return hold.locked || running.length > 0',
      replacement: 'return hold.locked',
      breaks: 'An agent that deletes the file of its hold is released.',
    },
  },
  {
    id: 'L15',
    text: "MANIFEST.yaml exactly as in the configuration reference; a person's edits and comments survive.",
    source: 'seed 001 “Configuration Reference”',
    status: 'done',
    fault: {
      file: 'src/loop/manifest/write-manifest.ts',
      text: 'const replaced = missing.length === 0 ? replacedInPlace(text, document, changes) : null;',
      replacement: 'const replaced = null as string | null;',
      breaks: "A person's layout is lost with the first value that the loop writes.",
    },
  },
] as const satisfies readonly Requirement[];
