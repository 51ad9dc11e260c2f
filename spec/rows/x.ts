/**
 * What Tripwire does beyond its seeds: rows X1 to X9 of the specification, as data.
 * Kept apart because no seed backs them: they stand on measurement alone.
 */
import type { Requirement } from '../requirement.ts';

export const X_ROWS = [
  {
    id: 'X1',
    text: 'The no-progress score: leaky, per thread, result-aware; beats every peer detector on recall and on false stops on the corpus (`notes/detectors.md` §5 describes a prototype and its known gaps).',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'bin/tripwire detect --explain test/cases/identical-calls.jsonl',
      shows: 'WARNED … STOPPED … (no-progress: score 11.2, limit 10',
    },
    fault: {
      file: 'src/detect/score/progress-score.ts',
      text: 'const dead = reasonFor(facts);',
      replacement: 'const dead = facts.known === null ? null : reasonFor(facts);',
      breaks:
        'Only the very same call can be without progress: a search in ever other words runs on.',
    },
  },
  {
    id: 'X2',
    text: '`tripwire scan`: read the transcripts a person already has (Claude Code, Codex, Gemini CLI, OpenCode, OpenAI or Anthropic message logs, SWE-agent) and show which runs were stuck, since when, and what stopping would have saved.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'bin/tripwire scan --only test/fixtures/transcripts',
      shows: '5 got stuck and used … Tripwire would have saved',
    },
    fault: {
      file: 'src/cli/scan/judge.ts',
      text: 'const until = recoveredAt ?? events.length;',
      replacement: 'const until = stop + 1;',
      breaks: 'What went on after the stop is not counted, so nothing would have been saved.',
    },
  },
  {
    id: 'X3',
    text: 'Shadow mode: every rule can run without acting, and reports what it would have done.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/shadow.yaml --agent sam -- sh -c "ask 4; api /api/shadow-report"'`,
      shows: 'HTTP 200 … "would_have":[{ … "refused":0',
    },
    fault: {
      file: 'src/core/answer.ts',
      text: "if (isInShadow(agent.envelope, 'budgets')) return null;",
      replacement: '',
      breaks: 'A budget that should only report refuses calls.',
    },
  },
  {
    id: 'X4',
    text: 'Backtest: the recorded history replayed under another envelope or constitution, with the list of kills gained and lost.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- ask 8; tripwire backtest sam --threshold 50'",
      shows: 'Compared with what happened: 0 stops more, 1 fewer.',
    },
    fault: {
      file: 'src/control/incidents/backtest.ts',
      text: 'const [gained, lost] = [unmatched(would.all, were.all), unmatched(were.all, would.all)];',
      replacement:
        'const [gained, lost] = [unmatched(were.all, would.all), unmatched(would.all, were.all)];',
      breaks: 'A stop that would be lost is told as gained.',
    },
  },
  {
    id: 'X5',
    text: 'Kill in flight, stop-all, and kills that reach subagents.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: "examples/by-hand/sandbox 'tripwire drill --config $HAND/armed.yaml'",
      shows:
        '✓ nothing more of it reaches the provider … ✓ stop-all stops an agent that did nothing wrong',
    },
    fault: {
      file: 'src/gate/standing.ts',
      text: 'const ofAll = this.#holdsOn(this.#records.everybody, null, null);',
      replacement: 'const ofAll: readonly HoldView[] = [];',
      breaks: 'A stop of all is forgotten as soon as it is recorded.',
    },
  },
  {
    id: 'X6',
    text: 'Budgets in tokens, calls and money for agent, session and subagent, reserved before the call and settled after it, also when the client hangs up.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'tripwire run --config $HAND/budget.yaml --agent sam -- ask 3'",
      shows: 'HTTP 200 … HTTP 200 … 2 calls is what the agent has for a day (UTC) … HTTP 402',
    },
    fault: {
      file: 'src/proxy/relay/settle.ts',
      text: '    tokens: estimateTokens,',
      replacement: '    tokens: 0,',
      breaks:
        'A client that hangs up before the answer spends no tokens, however often it does so.',
    },
  },
  {
    id: 'X7',
    text: 'Every client that people use works unmodified: OpenAI chat and responses, Anthropic messages, Gemini; the SDKs and the coding agents of `notes/clients.md`.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/proxy/equal-to-direct.test.ts -t X7',
      shows: 'passed',
    },
    fault: {
      file: 'src/proxy/relay/relay-stream.ts',
      text: 'await write(to, bytes);',
      replacement: "await write(to, Buffer.from(bytes.toString('latin1')));",
      breaks: 'Letters outside ASCII arrive garbled in a stream.',
    },
  },
  {
    id: 'X8',
    text: 'Honest threat levels: what Tripwire promises against a faulty agent under the same user, a hostile one under another user, and on another host; `doctor` tests and prints the level.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: "examples/by-hand/sandbox 'tripwire doctor --config $HAND/armed.yaml'",
      shows: 'Protection: level 0 (same user): stops faulty agents, not hostile ones … not level 1',
    },
    fault: {
      file: 'src/server/protection-level.ts',
      text: 'const level = failed(1).length > 0 ? 0 : failed(2).length > 0 ? 1 : 2;',
      replacement: 'const level = failed(1).length > 1 ? 0 : failed(2).length > 0 ? 1 : 2;',
      breaks: 'One weak point is forgiven: a set-up is praised that a hostile agent gets out of.',
    },
  },
  {
    id: 'X9',
    text: "`tripwire drill`: a fake loop and a real stop on the user's own set-up, so that the switch is known to work before it is needed.",
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: "examples/by-hand/sandbox 'tripwire drill --config $HAND/armed.yaml'",
      shows: '✓ a loop is stopped … The stop works here.',
    },
    fault: {
      file: 'src/cli/drill/stage.ts',
      text: 'if (switchProblem !== null) throw new Broken(switchProblem);',
      replacement: '',
      breaks: 'The drill praises a switch that is off.',
    },
  },
  {
    id: 'X10',
    text: 'A fleet: several nodes on one Postgres; any node serves any agent with the decisions that one node would give; a stop acknowledged on one holds on all; a node that cannot reach the record refuses.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/fleet/three-nodes.test.ts -t X10',
      shows: 'passed',
    },
    fault: {
      file: 'src/store/postgres/fleet-changes.ts',
      text: '        await this.#listener.changed(heard);\n',
      replacement: '',
      breaks: 'A node confirms a stop of another node that it has not acted on.',
    },
  },
  {
    id: 'X11',
    text: 'Steering that arrives: a warning reaches the agent through every door that allows it and is recorded with what was said; incidents say truly whether the agent was told.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command:
        "examples/by-hand/sandbox 'mkdir -m 700 ~/.tripwire; cp $HAND/armed.yaml ~/.tripwire/tripwire.yaml; play-hooks $HAND/repeated-run.jsonl'",
      shows:
        'You called … 3 times … Do not repeat that step … "continue":false,"stopReason":"Stopped by Tripwire: ',
    },
    fault: {
      file: 'src/gate/steers.ts',
      text: "    if (typeof steer === 'string' && enabled && !shadow && this.#isOn()) this.#owed.set(key, steer);",
      replacement: '',
      breaks: 'The warning is recorded and nobody tells the agent.',
    },
  },
  {
    id: 'X12',
    text: 'Wind-down: within bounds a stopping agent may save its work (commit, note, summary) and nothing else; then the stop binds.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --agent sam -- sh -c "ask; tripwire stop sam --wind-down; play-hooks $HAND/saving.jsonl"'`,
      shows:
        'git commit -m saved -> nothing is said against it … only saving is allowed … make release -> … "deny"',
    },
    fault: {
      file: 'src/core/holds/hold-view.ts',
      text: 'return grace.left > 0 || ask.isPart === true;',
      replacement: 'return true;',
      breaks: 'An agent that is being stopped may save for ever.',
    },
  },
  {
    id: 'X13',
    text: 'Reported agents: OpenTelemetry traces are judged, shown and alerted; marked *reported*, not *enforced*, and held at the next door that asks.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --config $HAND/armed.yaml --agent sam -- sh -c "report 8; ask; tripwire status sam"'`,
      shows:
        'Agent sam is stopped (kill_switch) … HTTP 200 … HTTP 402 … Stopped by the loop detector, reported … not enforced',
    },
    fault: {
      file: 'src/core/take/observation.ts',
      text: 'const named = record.session !== undefined && record.session !== REPORTED_SESSION;',
      replacement: 'const named = record.session !== undefined;',
      breaks: 'A loop that was reported stops a session that no door knows, and the agent asks on.',
    },
  },
  {
    id: 'X14',
    text: 'Second opinion, off by default: between warning and stop a configured model is asked once, capped in time and money; its answer is a record, so replay needs no model.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/proxy/second-opinion.test.ts -t X14',
      shows: 'passed',
    },
    fault: {
      file: 'src/core/take/opinion-band.ts',
      text: 'const ENDS_AT = 1.5;',
      replacement: 'const ENDS_AT = 15;',
      breaks: 'a model that says "progress" keeps an agent alive far beyond the band',
    },
  },
  {
    id: 'X15',
    text: 'Agent keys with a life: made, listed, rotated, revoked, expiring; where any key is held or handed out every data-plane request needs one.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --agent sam -- sh -c "tripwire keys make sam; ask"'`,
      shows: 'shown this once … every request must show one … HTTP 401',
    },
    fault: {
      file: 'src/proxy/route/route.ts',
      text: 'return holds || hasKeys?.() === true;',
      replacement: 'return holds;',
      breaks: 'An agent that was given a key goes on without it, under any name.',
    },
  },
  {
    id: 'X16',
    text: 'Judgement on runs nobody tuned for: published by family on `corpus/stress`, wrong stops first; the same verdict whatever the wire format, transcript or tempo.',
    source: 'beyond the seeds',
    status: 'planned',
  },
  {
    id: 'X17',
    text: "Plan windows: a subscription's five-hour and weekly limits are a budget (share used, rate of rise, reserve), read from what the provider's answers and the clients already tell; parked until the reset instead of judged a loop.",
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/serve/plan-windows.test.ts -t X17',
      shows: 'passed',
    },
    fault: {
      file: 'src/core/plan/plan-windows.ts',
      text: 'if (binds !== undefined) return',
      replacement: "if (binds === '') return",
      breaks:
        'The fullest window parks an agent, though the provider says that another one counts.',
    },
  },
  {
    id: 'X18',
    text: 'Confirmed stops: for each agent and door it is shown what was requested, what was cut, what has ended, and what may still be alive; nothing is called stopped that was not seen to stop.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: `examples/by-hand/sandbox 'tripwire run --agent sam -- sh -c "ask; tripwire stop sam --wait 1"'`,
      shows: 'HTTP 200 … sam is stopped. … may be alive: nobody saw it end … not seen',
      exitCode: 1,
    },
    fault: {
      file: 'src/control/stops/stop-course.ts',
      text: "wasTold ? 'cut' : 'may_be_alive'",
      replacement: "'ended'",
      breaks: 'A stop that ended nothing reads as if the agent had ended.',
    },
  },
  {
    id: 'X19',
    text: 'Subagent limits as settings: at once, per time, depth, tokens; generous defaults, a fan-out whose members finish is never stopped for its size.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/serve/subagent-limits.test.ts -t X19',
      shows: 'passed',
    },
    fault: {
      file: 'src/core/subagents/subagent-limits.ts',
      text: 'const finished = event.toolCalls === 0 ? { done: true as const } : {};',
      replacement: 'const finished = {};',
      breaks: 'Subagents that have finished count as at work, so a healthy fan-out is refused.',
    },
  },
  {
    id: 'X20',
    text: 'Stuck without looping: stalled streams, waiting at a dialog, limited by the provider, crashing again and again, idle wakes that do nothing: noticed, named, alerted, and on request revived or parked.',
    source: 'beyond the seeds',
    status: 'done',
    byHand: {
      command: 'npx vitest run test/serve/stuck.test.ts -t X20',
      shows: 'passed',
    },
    fault: {
      file: 'src/control/stuck/stuck-facts.ts',
      text: 'const isLong = until !== null && until - last >= LIMIT_LASTS_MS;',
      replacement: 'const isLong = until === 0;',
      breaks: 'An agent at a usage limit has no sign and is not parked until the reset.',
    },
  },
] as const satisfies readonly Requirement[];
