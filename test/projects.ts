/**
 * The tests in six projects, by what a test needs: so that whoever edits a file can run in a minute what it can break,
 * and what is slow or needs a browser is asked for by name.
 */

export interface TestProject {
  readonly name: 'unit' | 'system' | 'process' | 'fleet' | 'browser' | 'proof';
  /** What its tests are. */
  readonly what: string;
  readonly include: readonly string[];
  /** Files that an `include` matches and that belong to another project. */
  readonly exclude?: readonly string[];
  /** Whether each file gets a process of its own. Where it does not, modules are loaded once for all files. */
  readonly isolate: boolean;
  /** Whether its tests wait for others most of the time, so that more of them run at once than there are cores. */
  readonly waits: boolean;
  /** What the runner calls before the first file and after the last. */
  readonly globalSetup?: readonly string[];
}

/**
 * Tests in these folders that start the command, kill a process, measure their own memory or prove something, beside
 * others that do not.
 */
const PROCESS_FILES = [
  'src/cli/{commands,doctor/clients}.test.ts',
  'test/audit/{as-an-auditor,audited-life,foreign-chains,forged-bundles,fuzzed-bundles,log-verifiers,shared-acts,stops-in-windows}.test.ts',
  'test/conformance/open-gate.test.ts',
  'test/fuzz/{hooks,transcripts}.test.ts',
  'test/requirements/by-hand.test.ts',
  'test/control/{agent-keys,alert-restart,backtest,commands,remedies,stop-titles}.test.ts',
  'test/proxy/{equal-to-direct,second-opinion,slow-client}.test.ts',
  'test/hooks/{claude-code-mod,embedded-gate,hook-command,loop-rules,over-http-command,over-http-init,over-http,rules-by-hooks,silent-end,standard-streams,subagent-limits,told-spending}.test.ts',
];
const PROOF_FILES = [
  'test/audit/{ceremony,circuit,circuit-lock,gadgets,verify-proof}.test.ts',
  'test/requirements/plant-faults.test.ts',
];

/** What takes longest, the longest first: begun last, it would run alone at the end. */
export const LONG_FILES: readonly string[] = [
  'test/families/families.test.ts',
  'test/families/robustness.test.ts',
  'test/simulation/simulation.test.ts',
  'test/sim/sim.test.ts',
  'test/hooks/approvals.test.ts',
  'test/proxy/productive-run.test.ts',
  'test/races/http-stops.test.ts',
  'test/fleet/kill-nine.test.ts',
  'test/fleet/stop-spread.test.ts',
  'test/serve/run-task-hostile.test.ts',
  'test/loop/supervised-night.test.ts',
  'test/serve/audit-approvals.test.ts',
  'test/audit/stops-in-windows.test.ts',
  'test/hooks/over-http.test.ts',
  'test/serve/older-journal.test.ts',
  'test/serve/run-task-progress.test.ts',
  'test/serve/run-task-kill-switch.test.ts',
  'test/requirements/by-hand.test.ts',
  'test/serve/jumping-clock.test.ts',
  'test/pack/pack.test.ts',
  'test/fuzz/corpora.test.ts',
  'test/wire/fuzz-requests.test.ts',
];

const LARGER: readonly TestProject[] = [
  {
    name: 'system',
    what: 'gates and servers in the process of the test',
    include: ['test/{audit,conformance,control,faults,hooks,hostile,proxy,races}/**/*.test.ts'],
    exclude: [...PROCESS_FILES, ...PROOF_FILES],
    isolate: false,
    waits: false,
  },
  {
    name: 'process',
    what: 'the command itself, and processes that are killed',
    include: ['test/{cli,crash,init,loop,pack,serve,start}/**/*.test.ts', ...PROCESS_FILES],
    isolate: false,
    waits: true,
    globalSetup: ['test/kit/built-program.ts'],
  },
  {
    name: 'fleet',
    what: 'what keeps its journal in Postgres, on a real one',
    include: ['test/fleet/**/*.test.ts'],
    isolate: false,
    waits: true,
    globalSetup: ['test/kit/built-program.ts', 'test/fleet/shared-postgres.ts'],
  },
  {
    name: 'browser',
    what: 'the dashboard in a real browser',
    include: ['test/web/**/*.test.ts'],
    isolate: false,
    waits: true,
    globalSetup: ['test/web/shared-browser.ts'],
  },
  {
    name: 'proof',
    what: 'generated histories, families of runs, the reference model, recorded sessions, circuits',
    include: ['test/{corpus,families,model,sim,simulation}/**/*.test.ts', ...PROOF_FILES],
    isolate: false,
    waits: false,
  },
];

/** A new folder of tests belongs to the first project until somebody says otherwise: no test is left out. */
export const TEST_PROJECTS: readonly TestProject[] = [
  {
    name: 'unit',
    what: 'beside the source, and what is as small: no server, no browser',
    include: ['{src,spec,bench,test}/**/*.test.ts'],
    exclude: LARGER.flatMap(({ include }) => include),
    isolate: false,
    waits: false,
  },
  ...LARGER,
];
