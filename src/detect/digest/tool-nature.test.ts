/** What a call can do to the world, by its name and its arguments. */
import { describe, expect, test } from 'vitest';
import { executedCall } from './executed-call.ts';
import { KNOWN_TOOLS, natureByRules, toolNature } from './tool-nature.ts';

test('what is known of a tool is what the rules say of it', () => {
  const said = [...KNOWN_TOOLS.keys()].map((tool) => [tool, natureByRules(tool)]);
  expect(said).toEqual([...KNOWN_TOOLS]);
});

describe('the nature of a call', () => {
  test.each([
    ['Task', {}, 'spawn'],
    ['spawn_agent', {}, 'spawn'],
    ['TaskOutput', { task_id: 'a' }, 'wait'],
    ['agent_result', {}, 'wait'],
    ['wait_agents', {}, 'wait'],
    ['TaskUpdate', {}, 'plan'],
    ['write_stdin', { session_id: 1, chars: '' }, 'wait'],
    ['write_stdin', { session_id: 1, chars: 'y\n' }, 'change'],
    ['BashOutput', { bash_id: 'b' }, 'read'],
    ['read_terminal', { id: 3 }, 'read'],
    ['Bash', { command: 'npm test' }, 'run'],
    ['Bash', { command: 'sleep 5' }, 'wait'],
    ['Bash', { command: 'sleep 5; cat log' }, 'read'],
    ['shell', { command: ['bash', '-lc', 'cat x'] }, 'read'],
    ['Bash', { command: `bash -lc 'cat x'` }, 'read'],
    ['Bash', { command: 'echo done' }, 'plan'],
    ['Bash', { command: 'true # thinking about it' }, 'plan'],
    ['Bash', { command: 'echo hi > a.txt' }, 'run'],
    ['Bash', { command: 'printf x >> a.txt && wc -c a.txt' }, 'change'],
    ['Bash', { command: "cat >> NOTES.md <<'EOF'\nProgress: about to start.\nEOF" }, 'plan'],
    ['Bash', { command: 'echo "next: tests" >> docs/todo.md' }, 'plan'],
    ['Bash', { command: "cat >> src/a.ts <<'EOF'\nexport const a = 1;\nEOF" }, 'change'],
    ['Bash', { command: 'make docs && cat out >> NOTES.md' }, 'change'],
    ['Bash', { command: 'curl -s https://a.test/healthz' }, 'read'],
    ['Bash', { command: 'curl -s -X POST https://a.test/jobs' }, 'run'],
    ['write_todos', {}, 'plan'],
    ['execute_code', { code: '1' }, 'run'],
    ['Write', { file_path: '/w/app/PLAN.md' }, 'plan'],
    ['Write', { file_path: '/w/app/planner.md' }, 'change'],
    ['apply_patch', { input: '*** Update File: docs/todo.md\n@@' }, 'plan'],
    ['Bash', { command: 'git status' }, 'read'],
    ['something_else', {}, 'act'],
    ['mcp__tracker__spawn_agent', {}, 'spawn'],
    ['functions.update_plan', {}, 'plan'],
    ['mcp__playwright__go', {}, 'act'],
    ['run_subagent', { prompt: 'x' }, 'spawn'],
    ['zunako', { command: 'grep -rn total src' }, 'read'],
    ['zunako', { command: 'go north' }, 'act'],
    ['zunako', { query: 'rate limits' }, 'read'],
    ['zunako', { qx: 'git status' }, 'read'],
    ['zunako', { label: 'cat' }, 'act'],
    ['zunako', { sql: 'SELECT count(*) FROM events WHERE region IS NULL' }, 'read'],
    ['zunako', { sql: 'UPDATE events SET region = 1' }, 'act'],
    ['zunako', { seconds: 60 }, 'wait'],
    ['Bash', { qx: 'npm test', qz: 'Run the tests' }, 'run'],
    ['Bash', { qx: 'true # thinking about it' }, 'plan'],
    ['Write', { qx: '/w/app/PLAN.md', qz: 'first this' }, 'plan'],
    ['zunako', { file_path: 'a.ts', content: 'x' }, 'change'],
    ['zunako', { prompt: 'look into it', agent_type: 'worker' }, 'spawn'],
  ])('%s %o: %s', (tool, args, nature) => {
    expect(toolNature(tool, args, executedCall(args, tool).command)).toBe(nature);
  });
});
