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
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/duplicate-chain.jsonl; until [ -s asked.txt ]; do sleep 1; done; cat asked.txt .geometry/safety_log.json'",
      shows:
        'Tripwire DUPLICATE_CHAIN … "action_taken": "paused_for_new_approach" … "action_taken": "asked_advisor"',
    },
    fault: {
      file: 'src/loop/handle-loop-event.ts',
      text: 'askAdvisor(place.folder, event, question);',
      replacement: 'askAdvisor.bind(null);',
      breaks: 'The advisor that a person named is never asked.',
    },
  },
  {
    id: 'L2',
    text: 'Signature ladder: SOFT 3 (warn), HARD 5 (pause, advisor), INFINITE 10 (stop, BLOCKER_REPORT.md).',
    source: 'seed 001 “Loop Detection: Signature-Based Detection”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/hard-loop.jsonl; cat .geometry/BLOCKER_REPORT.md .geometry/safety_log.json'",
      shows:
        'ran 3 times within the last 10 calls … HARD_LOOP … Paused by Tripwire … Stopped by Tripwire: INFINITE_LOOP … # ',
    },
    fault: {
      file: 'src/loop/rules/new-approach.ts',
      text: 'if (approachIn(now) === null) return denied(now, pause);',
      replacement: 'if (approachIn(now) === null) return now;',
      breaks: 'A stuck agent goes on with other calls, without a new approach.',
    },
  },
  {
    id: 'L3',
    text: 'Signature normalisation as described (Edit → basename, Bash → paths generalised, other tools → `Tool(...)`).',
    source: 'seed 001 “Loop Detection: Signature-Based Detection”',
    status: 'done',
    byHand: {
      command: `npx node -e "import('./src/detect/index.ts').then(({ strictSignature: of }) => console.log(of('Edit', { file_path: '/w/foo.py' }), of('Bash', { command: 'pytest tests/a.py' }), of('Read', {})))"`,
      shows: 'Edit(file=foo.py) Bash(cmd=pytest tests/*) Read(...)',
    },
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
    byHand: {
      command: "examples/by-hand/sandbox 'play-hooks $HAND/red-tests.jsonl'",
      shows:
        'No progress: 3 consecutive failures of at most 3 … Paused by Tripwire … nothing is said against it',
    },
    fault: {
      file: 'src/loop/rules/no-progress.ts',
      text: 'if (isHeld(now)) return now;',
      replacement: 'if (isHeld(now) && now.signals.length > 0) return now;',
      breaks: 'A held project counts on.',
    },
  },
  {
    id: 'L5',
    text: 'Dirty bits: `code_modified`, `tests_run`, `tests_passing`, `docs_updated`; a task cannot complete against them; the agent is told what to run.',
    source: 'seed 001 “Dirty Bit Checks”',
    status: 'done',
    byHand: {
      command: "examples/by-hand/sandbox 'play-hooks $HAND/untested-edit.jsonl'",
      shows:
        "You modified code but haven't run tests. Run tests now with: npm test … Stop -> nothing is said against it",
    },
    fault: {
      file: 'src/loop/rules/completion.ts',
      text: 'if (command === null && !isAsked && blocks < maxStopBlocks) return askForCommand(now, details);',
      replacement:
        'if (command === null && isAsked && blocks < maxStopBlocks) return askForCommand(now, details);',
      breaks: 'Untested code may be left unasked where no test command is known.',
    },
  },
  {
    id: 'L6',
    text: 'Iteration cap 100 → CHECKPOINT.md in the given format, pause, deleting it resumes.',
    source: 'seed 001 “Iteration Cap”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox '(until [ -f .geometry/CHECKPOINT.md ]; do sleep 1; done; cat .geometry/CHECKPOINT.md; touch .geometry/STOP) & tripwire run --task "write a poem" --max-iterations 2 -- echo working; wait'`,
      shows: 'Reached iteration cap: 2/2 … Delete this file to resume',
    },
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
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/full-context.jsonl; cat .geometry/MISSION_BRIEFING.md'",
      shows:
        'WARNING: Context at 75%. Consider /compact … MANDATORY: Context at 80% … HARD_BLOCK: Context at 85% … build the parser',
    },
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
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/full-context.jsonl; cat .geometry/MISSION_BRIEFING.md'",
      shows: 'Context at 85% (170000 of 200000 tokens)',
    },
    fault: {
      file: 'src/loop/rules/context.ts',
      text: 'event.transcript === null ? 100 :',
      replacement: 'event.transcript === null ? 79 :',
      breaks: 'Without usage the context never fills, however much was put out.',
    },
  },
  {
    id: 'L9',
    text: 'Fallback chain of engines with its order, contexts (default, API overload, cost, offline) and triggers (persistent stop event, gate failed more than 3 times, context exhausted); a fallback proposes a new plan.',
    source: 'seed 001 “Model Fallback Strategy”',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'mkdir .geometry; cp $HAND/engines.yaml .geometry/MANIFEST.yaml; tripwire run --task "write a poem" -- sh -c "echo status 529 overloaded; exit 1"'`,
      shows: '(api_overload) … TASK_COMPLETE',
    },
    fault: {
      file: 'src/night/decide/decide.ts',
      text: 'continuesSessions(command) ? known : null',
      replacement: 'known',
      breaks: 'A wrapped client is fed prompts without the task.',
    },
  },
  {
    id: 'L10',
    text: 'Out-of-band advisor: a separate model gets deadlock type and the last 500 transcript lines, returns the prompt to inject; priority list of models.',
    source: 'seed 001 “Out-of-Band Advisor”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/duplicate-chain.jsonl; until [ -s asked.txt ]; do sleep 1; done; cat asked.txt .geometry/safety_log.json'",
      shows:
        'You are an Out-of-Band Advisor. The autonomous loop is stuck. … DEADLOCK TYPE: DUPLICATE_CHAIN … [hook] Bash: cat nowhere',
    },
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
    byHand: {
      command: "examples/by-hand/sandbox 'play-hooks $HAND/reserved-push.jsonl'",
      shows:
        'push:main is reserved, and the configuration of this agent was never pinned … --dry-run origin main -> nothing is said against it',
    },
    fault: {
      file: 'src/loop/manifest/manifest.ts',
      text: "texts, ['developer'], 'more')",
      replacement: "texts, ['developer'], 'any')",
      breaks: 'A role that a person takes away while a call runs is given back.',
    },
  },
  {
    id: 'L12',
    text: 'Frozen replays: session id, model version, prompt hash, trajectory of states, in `.geometry/replays/<session_id>.json`; replayable.',
    source: 'seed 001 “Zero-Trust Drift Prevention: Frozen Replays”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/session.jsonl; TRIPWIRE_DIR=.geometry tripwire replay s1; cat .geometry/MANIFEST.yaml'",
      shows: 'steps are as they were recorded',
    },
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
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/hard-loop.jsonl; cat .geometry/BLOCKER_REPORT.md .geometry/safety_log.json'",
      shows:
        '"type": "SOFT_LOOP" … "action_taken": "continued_monitoring" … "action_taken": "paused_for_new_approach"',
    },
    fault: {
      file: 'src/night/supervise-night.ts',
      text: "else if (stands) await adoptFile(place, 'pause', Date.now());",
      replacement: '',
      breaks: 'PAUSE of a person is in no log where the worker has no hooks.',
    },
  },
  {
    id: 'L14',
    text: 'Manual override: STOP and PAUSE files, editing MANIFEST.yaml, deleting the reports.',
    source: 'seed 001 “Manual Override”',
    status: 'done',
    byHand: {
      command: "examples/by-hand/sandbox 'play-hooks $HAND/person-files.jsonl'",
      shows: 'Paused by Tripwire: PAUSE is there … nothing is said against it',
    },
    fault: {
      file: 'src/cli/run/night-gate.ts',
      text: "if (kind === 'pause') await admin.call('POST /api/agents/:id/pause', { params, body });",
      replacement: '',
      breaks: "A person's PAUSE is in no journal.",
    },
  },
  {
    id: 'L15',
    text: "MANIFEST.yaml exactly as in the configuration reference; a person's edits and comments survive.",
    source: 'seed 001 “Configuration Reference”',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'play-hooks $HAND/session.jsonl; TRIPWIRE_DIR=.geometry tripwire replay s1; cat .geometry/MANIFEST.yaml'",
      shows: 'max_iterations: 100 … authorized_roles: ["developer"]',
    },
    fault: {
      file: 'src/loop/manifest/write-manifest.ts',
      text: 'const replaced = missing.length === 0 ? replacedInPlace(text, document, changes) : null;',
      replacement: 'const replaced = null as string | null;',
      breaks: "A person's layout is lost with the first value that the loop writes.",
    },
  },
] as const satisfies readonly Requirement[];
