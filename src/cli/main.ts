/**
 * The command `tripwire`: finds the command, runs it, and turns what goes wrong into one clear
 * message and an exit code.
 */

interface Command {
  readonly help: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** The core is loaded for its error class only when something went wrong: a hook must not wait for it. */
async function errorClass() {
  const { TripwireError } = await import('../core/errors.ts');
  return TripwireError;
}

/** Each is loaded when it is asked for: `stop` must not wait for what only the server needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => {
    const { up, UP_HELP } = await import('./up/command.ts');
    return { help: UP_HELP, run: up };
  },
  run: async () => {
    const { run, RUN_HELP } = await import('./run/command.ts');
    return { help: RUN_HELP, run };
  },
  report: async () => {
    const { report, REPORT_HELP } = await import('./report/command.ts');
    return { help: REPORT_HELP, run: report };
  },
  init: async () => {
    const { init, INIT_HELP } = await import('./init/command.ts');
    return { help: INIT_HELP, run: init };
  },
  identity: async () => {
    const { identity, IDENTITY_HELP } = await import('./project/identity.ts');
    return { help: IDENTITY_HELP, run: identity };
  },
  decide: async () => {
    const { decide, DECIDE_HELP } = await import('./judge/decide.ts');
    return { help: DECIDE_HELP, run: decide };
  },
  demo: async () => {
    const { demo, DEMO_HELP } = await import('./demo/command.ts');
    return { help: DEMO_HELP, run: demo };
  },
  detect: async () => {
    const { detect, DETECT_HELP } = await import('./judge/detect.ts');
    return { help: DETECT_HELP, run: detect };
  },
  replay: async () => {
    const { replay, REPLAY_HELP } = await import('./replay/command.ts');
    return { help: REPLAY_HELP, run: replay };
  },
  backtest: async () => {
    const { backtest, BACKTEST_HELP } = await import('./judge/backtest.ts');
    return { help: BACKTEST_HELP, run: backtest };
  },
  scan: async () => {
    const { scan, SCAN_HELP } = await import('./scan/command.ts');
    return { help: SCAN_HELP, run: scan };
  },
  hook: async () => {
    const { hook, HOOK_HELP } = await import('./hook/command.ts');
    return { help: HOOK_HELP, run: hook };
  },
  mcp: async () => {
    const { mcp, MCP_HELP } = await import('./mcp/command.ts');
    return { help: MCP_HELP, run: mcp };
  },
  release: async () => {
    const { release, RELEASE_HELP } = await import('./project/release.ts');
    return { help: RELEASE_HELP, run: release };
  },
  agents: async () => {
    const { agents, AGENTS_HELP } = await import('./agents/command.ts');
    return { help: AGENTS_HELP, run: agents };
  },
  status: async () => {
    const { status, STATUS_HELP } = await import('./agents/status.ts');
    return { help: STATUS_HELP, run: status };
  },
  events: async () => {
    const { events, EVENTS_HELP } = await import('./agents/events.ts');
    return { help: EVENTS_HELP, run: events };
  },
  top: async () => {
    const { top, TOP_HELP } = await import('./agents/top.ts');
    return { help: TOP_HELP, run: top };
  },
  explain: async () => {
    const { explain, EXPLAIN_HELP } = await import('./agents/explain.ts');
    return { help: EXPLAIN_HELP, run: explain };
  },
  stop: async () => {
    const { stop, STOP_HELP } = await import('./agents/stop.ts');
    return { help: STOP_HELP, run: stop };
  },
  resume: async () => {
    const { resume, RESUME_HELP } = await import('./agents/resume.ts');
    return { help: RESUME_HELP, run: resume };
  },
  'stop-all': async () => {
    const { stopAll, STOP_ALL_HELP } = await import('./agents/stop-all.ts');
    return { help: STOP_ALL_HELP, run: stopAll };
  },
  'resume-all': async () => {
    const { resumeAll, RESUME_ALL_HELP } = await import('./agents/resume-all.ts');
    return { help: RESUME_ALL_HELP, run: resumeAll };
  },
  doctor: async () => {
    const { doctor, DOCTOR_HELP } = await import('./doctor/command.ts');
    return { help: DOCTOR_HELP, run: doctor };
  },
  drill: async () => {
    const { drill, DRILL_HELP } = await import('./drill/command.ts');
    return { help: DRILL_HELP, run: drill };
  },
  audit: async () => {
    const { audit, AUDIT_HELP } = await import('./audit/command.ts');
    return { help: AUDIT_HELP, run: audit };
  },
  off: async () => {
    const { off, OFF_HELP } = await import('./off.ts');
    return { help: OFF_HELP, run: off };
  },
};

const HELP = `tripwire: the kill switch for LLM agents

  tripwire up        start Tripwire, and watch your agents
  tripwire run       run one command under its eyes: tripwire run -- claude
  tripwire report    what an agent did in the night, where it was stuck, what needs a person
  tripwire init      put the hooks into your coding agents, so that they ask before every tool call
  tripwire identity  pin a coding agent's configuration, so that it may push, publish and deploy
  tripwire drill     a fake loop and a real stop: does the switch work here?
  tripwire doctor    settings in force, journal, level of protection
  tripwire off       end it, and what to unset

  tripwire decide    judge records from standard input
  tripwire replay    judge a recording again and compare
  tripwire backtest  judge the recorded history again under other settings: stops gained and lost
  tripwire detect    find the loops in recorded runs
  tripwire scan      find the runs on this machine that were stuck, and their cost
  tripwire demo      watch three scripted agents being judged
  tripwire audit     the measured windows: verify them, show one, export them for an auditor
  tripwire mcp       start an MCP server with a gate before it (the client starts it)
  tripwire hook      answer a hook of a coding agent (the agent starts it)
  tripwire release   let a project go on that the rules of the loop have paused

With a Tripwire that runs:
  tripwire agents        all agents and how they stand
  tripwire top           what every agent is doing, live
  tripwire status        the server, or one agent in detail
  tripwire events        what happened, and with --follow what happens
  tripwire explain       why an agent was stopped, and what to do
  tripwire stop          stop an agent at once
  tripwire resume        let it work again
  tripwire stop-all      stop every agent at once
  tripwire resume-all    lift that again

tripwire COMMAND --help tells more.`;

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(HELP);
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const known = Object.keys(commands).join(', ');
    const TripwireError = await errorClass();
    throw new TripwireError('USAGE', `there is no command ${name} (commands: ${known})`);
  }
  const command = await load();
  // What stands behind -- belongs to the command that is run.
  const end = rest.indexOf('--');
  const own = end === -1 ? rest : rest.slice(0, end);
  if (own.includes('--help') || own.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    throw await explained(error, name);
  }
}

/** Errors of option parsing and of opening files are the user's to mend, so they say how. */
async function explained(error: unknown, command: string): Promise<unknown> {
  const TripwireError = await errorClass();
  if (!(error instanceof Error) || !('code' in error) || TripwireError.isInstance(error)) {
    return error;
  }
  const code = String(error.code);
  if (code === 'CONFIG_INVALID' || code.startsWith('STORE_')) {
    return new TripwireError('USAGE', error.message);
  }
  if (code.startsWith('ERR_PARSE_ARGS')) {
    return new TripwireError('USAGE', `${error.message}; see tripwire ${command} --help`);
  }
  const fileProblems = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS', 'EPERM'];
  return fileProblems.includes(code) ? new TripwireError('USAGE', error.message) : error;
}

// A reader that went away (tripwire decide | head) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const TripwireError = await errorClass();
  if (!TripwireError.isInstance(error)) throw error;
  console.error(`tripwire: ${error.message} [${error.code}]`);
  process.exitCode = error.code === 'PARITY_LOST' ? 1 : 2;
}
