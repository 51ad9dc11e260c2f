/**
 * What `up` says first: where everything is, how to point a client at it, and what to expect of it.
 */
import { homedir } from 'node:os';
import { packageVersion } from '../../base/node/package-folder.ts';
import { clientLines } from '../../clients/lines.ts';
import { protectionLevel } from '../../server/protection-level.ts';
import type { RunningServer } from '../../server/start.ts';
import { span, type Line, type Style } from '../terminal/styled-line.ts';

const LABEL_COLUMNS = 10;

/** Where the server is and under which rules, in lines. */
export function serverLines(server: RunningServer): Line[] {
  const config = server.config();
  const { values } = server.constitution;
  const rules =
    `${values.name} (${values.maxTokensPerMinute.toLocaleString('en')} tokens, ` +
    `${values.maxToolCallsPerMinute} tool calls a minute)`;
  const { enabled, shadow, detector, threshold } = config.killSwitch;
  const loops = !enabled
    ? 'OFF: a loop is reported, not stopped. Arm it: tripwire arm (or tripwire arm --shadow, to watch first)'
    : `${shadow ? 'shadow: loops are reported, not stopped' : 'on: loops are stopped'} (${detector} score above ${threshold})`;
  return [
    [span(`Tripwire ${packageVersion()} is up.`, 'bold')],
    row('agents', server.url, 'cyan'),
    row('people', `${server.signInLink()}  (signs you in once)`, 'cyan'),
    row('', `later: ${server.adminUrl}, token in ${shortPath(config.data)}/admin-token`),
    row('data', shortPath(config.data)),
    row('rules', rules),
    row('switch', loops, enabled ? 'plain' : 'alarm'),
    row('protects', `${protectionLevel(config).summary} (tripwire doctor)`),
  ];
}

/** How to point clients at it, in lines to copy. */
export function pointingLines(url: string): Line[] {
  return [
    [span('Point a client at it; you choose the name after /agents/:', 'bold')],
    ...clientLines(url).flatMap(({ client, line }): Line[] => [
      [span(`  # ${client}`, 'dim')],
      [span(`  ${line}`)],
    ]),
    [
      span('Or for a single command, undone when it ends: ', 'bold'),
      span('tripwire run -- claude', 'cyan'),
    ],
    [span('To stop everything: tripwire stop-all, or a file named STOP in the data folder.')],
  ];
}

/** The server as the first line of `--json`. */
export function serverObject(server: RunningServer): Readonly<Record<string, unknown>> {
  const { url, adminUrl, constitution } = server;
  const { name } = constitution.values;
  const { data } = server.config();
  return { url, admin_url: adminUrl, data, pid: process.pid, constitution: name };
}

/** The path with ~ for the home folder. */
export function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function row(label: string, text: string, style: Style = 'plain'): Line {
  return [span(`  ${label.padEnd(LABEL_COLUMNS)}`, 'dim'), span(text, style)];
}
