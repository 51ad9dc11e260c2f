/** Errors, answers without content and work in progress, told by words where nobody flags them. */
import { describe, expect, test } from 'vitest';
import { outcomeKind } from './outcome.ts';

const kindOf = (result: string) => outcomeKind({ kind: 'tool', tool: 't', args: {}, result });

describe('without a flag, an error', () => {
  const errors = [
    'remote: error: GH006: Protected branch update failed for refs/heads/main.',
    'demo.c:3:1: error: expected expression',
    'date: cannot set date: Operation not permitted',
    '/usr/bin/ld: cannot find -lpng',
    'E: Unable to locate package libgdal-dev',
    'E   KeyError: "token"\n1 failed',
    'apply_patch verification failed: Failed to find expected lines in limits.go',
    'locator.click: Timeout 30000ms exceeded.',
    'Refused: this exact call was made 3 times in a row.',
    'Daily sending quota exceeded for this workspace (200/200)',
    '{"error":{"code":"parameter_invalid"}}',
    '{"success": false, "reason": "locked"}',
    '{"exit_code": 2, "output": ""}',
    'Chunk ID: abc123\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno',
    `${'line of a long log\n'.repeat(60)}[Command finished with exit code 1]`,
    '{"status":403,"error":"forbidden"}',
    '{"request_id": "a", "error": {"code": 7}}',
    '404 Not Found',
    'HTTP 429 Too Many Requests',
    'HTTP/1.1 503 Service Unavailable',
    '2026-08-15T12:41:58.150Z ERROR [main-1] error: relation "tenants" does not exist',
    '[93979] FATAL: password authentication failed',
    'Exit code: 0\nWall time: 2.1 seconds\nOutput:\n{"error": "rate_limited"}',
  ];
  for (const text of errors) {
    test(`is: ${text.slice(-60)}`, () => {
      expect(kindOf(text).isError).toBe(true);
    });
  }

  const answers = [
    'level: error\ntimeout: 30',
    'timeout: 30\nretries: 2',
    'Backup failed on tape 3',
    'Payment provider timed out',
    'Domain not found.',
    '{"is_error":false,"error":null,"data":1}',
    '{"success": true}',
    '455 passed',
    '500 rows updated',
    '404 tests, 0 failures',
    '{"data": [], "error": null}',
    '{"hits": [{"error": "x"}]}',
    `${'line of a long log\n'.repeat(60)}[Command finished with exit code 0]`,
    `${'line\n'.repeat(100)}process.exitCode = 1;`,
  ];
  for (const text of answers) {
    test(`is not: ${text.slice(-60)}`, () => {
      expect(kindOf(text).isError).toBe(false);
    });
  }

  test('is what the client says it is', () => {
    const flagged = {
      kind: 'tool',
      tool: 't',
      args: {},
      result: 'Error: none',
      isError: false,
    } as const;
    expect(outcomeKind(flagged).isError).toBe(false);
  });
});

describe('something is at work', () => {
  test.each([
    'RUNNING',
    '{"state":"queued","position":1}',
    'CREATE_IN_PROGRESS',
    'web-1  0/1  ContainerCreating  0  12s',
    'build\tpending\t0',
    '<status>running</status>',
    'aws_db_instance.main: Still creating... [0m30s elapsed]',
    'No agents completed yet',
    'Process running with session ID 9',
  ])('in: %s', (text) => {
    expect(kindOf(text).unfinished).toBe(true);
  });

  test.each([
    'running 11 tests\ntest result: ok',
    '12 passing\n2 pending',
    'Active: active (running) since Monday',
    'web-1  1/1  Running  0  5m',
    'On branch main\nnothing to commit, working tree clean',
    `status: pending\n${'a line of a file\n'.repeat(60)}`,
    'Error: the job is pending',
  ])('not in: %s', (text) => {
    expect(kindOf(text).unfinished).toBe(false);
  });

  test.each(['Exit code 2\nCREATE_IN_PROGRESS  3/17 resources', 'Exit code 1\njob-7: pending'])(
    'although a poll fails: %s',
    (text) => {
      expect(kindOf(text)).toMatchObject({ isError: true, unfinished: true });
    },
  );

  test.each([
    'progress 1200/40000 (3 %)\nelapsed 4m 2s\nworker worker-3 LOST, last heartbeat 09:14:02',
    '{"state":"running","worker":{"name":"worker-3","status":"unreachable"},"elapsed_s":900}',
  ])('not where whoever works on it is gone: %s', (text) => {
    expect(kindOf(text)).toMatchObject({ unfinished: false, terminal: true });
  });

  test('what is lost on the way is no end', () => {
    const text = '3 packets transmitted, 1 lost, elapsed 2s';
    expect(kindOf(text)).toMatchObject({ terminal: false });
  });
});

describe('an entry that is not there', () => {
  test.each([
    '{"error":"not_found","message":"No part with this number."}',
    '{"error":{"code":"route_not_found"}}\n404',
    'Exit code 22\ncurl: (22) The requested URL returned error: 404\n404',
    'An error occurred (NoSuchLifecycleConfiguration) when calling the GetBucketLifecycleConfiguration operation: it is not set',
    'An error occurred when calling the operation that reads the configuration of the life of what is kept in this bucket: The lifecycle configuration does not exist',
  ])('%s', (text) => {
    expect(kindOf(text).negative).toBe(true);
  });
});

describe('what fails here and what fails elsewhere', () => {
  const failed = (error: string) =>
    outcomeKind({ kind: 'tool', tool: 't', args: {}, error, result: '' });

  test('a name that the network does not know is an outage, a package that nobody has is none', () => {
    expect(failed('curl: (6) Could not resolve host: api.example').infrastructure).toBe(true);
    const build = "Could not resolve all files for configuration ':app:compileClasspath'.";
    expect(failed(build).infrastructure).toBe(false);
  });

  test('a code may say no as words do, and a route that is not there was made up', () => {
    expect(kindOf('{"error":"not_found","word":"ember"}').refused).toBe(true);
    expect(kindOf('{"error":{"code":"route_not_found"}}').refused).toBe(false);
  });

  test('who has read something may have found nothing in it', () => {
    expect(kindOf('The page does not mention a limit on webhooks.').negative).toBe(true);
    expect(kindOf('The page lists three limits. It does not mention seats.').negative).toBe(false);
  });
});
