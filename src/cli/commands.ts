/**
 * The table of commands: what `tripwire` finds a command by, and what its help is printed from.
 */
import { QUICK_COMMANDS } from './agents/quick-commands.ts';
import type { LoadCommand } from './run-command.ts';

/** What it does in a line, and its module, which is loaded when it is asked for: a stop must not wait for the rest. */
type Entry = readonly [line: string, load: LoadCommand];

/** Commands that belong together in the help. */
export interface CommandGroup {
  readonly title: string | null;
  readonly commands: Readonly<Record<string, Entry>>;
}

/** Every command, in the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    title: null,
    commands: {
      up: ['start Tripwire, and watch your agents', () => import('./up/command.ts')],
      run: [
        'run one command, and watch it: tripwire run -- claude',
        () => import('./run/command.ts'),
      ],
      report: [
        'what an agent did overnight, where it got stuck, and what needs you',
        () => import('./report/command.ts'),
      ],
      init: [
        'install hooks in your coding agents, so that they ask before every tool call',
        () => import('./init/command.ts'),
      ],
      identity: [
        "pin a coding agent's configuration; only then may it push, publish and deploy",
        () => import('./project/identity.ts'),
      ],
      drill: [
        'test the kill switch here: a made-up loop, a real stop',
        () => import('./drill/command.ts'),
      ],
      doctor: [
        'check the settings, the journal and the level of protection',
        () => import('./doctor/command.ts'),
      ],
      login: ['print a new sign-in link for the dashboard', () => import('./login.ts')],
      service: [
        'keep it running in the background, even after the machine restarts',
        () => import('./service/command.ts'),
      ],
      migrate: [
        'move the journal to Postgres, or back into a data folder',
        () => import('./server/migrate.ts'),
      ],
      off: ['end the server, and show which variables to unset', () => import('./off.ts')],
    },
  },
  {
    title: null,
    commands: {
      decide: ['judge records from standard input', () => import('./judge/decide.ts')],
      replay: ['judge a recording again and compare', () => import('./replay/command.ts')],
      backtest: [
        'judge the recorded history under other settings: which stops would be added or avoided',
        () => import('./judge/backtest.ts'),
      ],
      tune: [
        'find the tightest kill switch that stops nothing you marked healthy',
        () => import('./judge/tune.ts'),
      ],
      detect: ['find the loops in recorded runs', () => import('./judge/detect.ts')],
      scan: [
        'find the runs on this machine that were stuck, and their cost',
        () => import('./scan/command.ts'),
      ],
      audit: [
        'verify the measured windows, show one, or export them for an auditor',
        () => import('./audit/command.ts'),
      ],
      mcp: [
        'start an MCP server behind a gate (your client runs this)',
        () => import('./mcp/command.ts'),
      ],
      hook: [
        'answer a hook of a coding agent (the agent runs this)',
        () => import('./hook/command.ts'),
      ],
      'status-line': [
        "draw a coding agent's status line: whether its calls wait, and how full the plan is",
        () => import('./hook/status-line.ts'),
      ],
      release: [
        'let a project that was paused or stopped work again',
        () => import('./project/release.ts'),
      ],
    },
  },
  {
    title: 'With a running Tripwire:',
    commands: {
      agents: ['all agents and their states', QUICK_COMMANDS.agents],
      top: ['what every agent is doing, live', () => import('./agents/top.ts')],
      status: ['the server, or one agent in detail', QUICK_COMMANDS.status],
      events: ['what happened, and with --follow what happens', () => import('./agents/events.ts')],
      explain: ['why an agent was stopped, and what to do', () => import('./agents/explain.ts')],
      mark: [
        'keep its last stopped run as a case: healthy or stuck',
        () => import('./agents/mark.ts'),
      ],
      approvals: [
        'list the actions that wait for approval',
        () => import('./approvals/command.ts'),
      ],
      grant: ['approve one of them', () => import('./approvals/grant.ts')],
      refuse: ['turn one of them down', () => import('./approvals/refuse.ts')],
      keys: ['list, make, rotate and revoke the keys of agents', () => import('./agents/keys.ts')],
      arm: ['arm the kill switch of all agents', () => import('./agents/arm.ts')],
      stop: ['stop an agent at once', QUICK_COMMANDS.stop],
      resume: ['let it work again', QUICK_COMMANDS.resume],
      'stop-all': ['stop every agent at once', QUICK_COMMANDS['stop-all']],
      'resume-all': ['let all agents work again', QUICK_COMMANDS['resume-all']],
      'panic-link': [
        'make a link that stops every agent, for a phone',
        () => import('./agents/panic-link.ts'),
      ],
    },
  },
];

/** Every command by its name. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map(
  COMMAND_GROUPS.flatMap((group) => Object.entries(group.commands)),
);
