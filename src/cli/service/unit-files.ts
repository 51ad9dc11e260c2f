/**
 * What a service manager needs to keep `tripwire up` running for this user: a systemd user unit, or a launchd agent.
 */

/** What the service starts. */
export interface Started {
  /** Where commands are found: a service has no PATH of the shell. */
  readonly path: string;
  /** The launcher, which starts Node as every command is started. */
  readonly program: string;
  readonly data: string;
}

/** A file of a service manager, and the commands that make it take effect. */
export interface ServiceFile {
  /** Below the home folder. */
  readonly path: string;
  readonly text: string;
  readonly start: readonly (readonly string[])[];
  readonly stop: readonly (readonly string[])[];
  readonly status: readonly string[];
}

const UNIT = 'tripwire.service';
const LABEL = 'dev.agent-tripwire.tripwire';

/** A path with a line break in it would end its line, and what follows would be the unit's next word. */
const UNWRITABLE = /\p{Cc}|\p{Cs}/u;

/** The one of these that no unit can hold; undefined when they can stand there. */
export function unwritableIn({ path, program, data }: Started): string | undefined {
  return [path, program, data].find((one) => UNWRITABLE.test(one));
}

/** The systemd user unit. */
export function systemdUnit({ path, program, data }: Started): ServiceFile {
  const line = [program, 'up', '--data', data].map(systemdWord).join(' ');
  return {
    path: `.config/systemd/user/${UNIT}`,
    text: `[Unit]
Description=Tripwire, the kill switch for LLM agents

[Service]
Environment=${systemdQuoted(`PATH=${path}`)}
ExecStart=${line}
Restart=always
RestartSec=2

[Install]
WantedBy=default.target
`,
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', UNIT],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', UNIT]],
    status: ['systemctl', '--user', 'is-active', UNIT],
  };
}

/** The launchd agent. */
export function launchdAgent({ path, program, data }: Started): ServiceFile {
  const words = [program, 'up', '--data', data];
  const file = `Library/LaunchAgents/${LABEL}.plist`;
  return {
    path: file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${LABEL}</string>
  <key>EnvironmentVariables</key>
  <dict><key>PATH</key><string>${xmlText(path)}</string></dict>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
</dict>
</plist>
`,
    start: [['launchctl', 'load', '-w', file]],
    stop: [['launchctl', 'unload', '-w', file]],
    status: ['launchctl', 'list', LABEL],
  };
}

/** As systemd reads a word of a command line: in quotes, without its specifiers, and without variables. */
function systemdWord(word: string): string {
  return systemdQuoted(word).replaceAll('$', '$$$$');
}

/** In quotes, and without its specifiers; elsewhere than in command lines a dollar is a dollar. */
function systemdQuoted(word: string): string {
  const escaped = word.replaceAll(/["\\]/g, String.raw`\$&`);
  return `"${escaped.replaceAll('%', '%%')}"`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
