/** The screens of the four that hooks can guard. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencodeOnMessages } from './opencode.ts';
import { NO_TASK, tryScreens, without, type OnScreen } from './screen-trials.ts';

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const screens: readonly OnScreen[] = [
  {
    tried: claudeCode,
    title: claudeCode.title,
    start: (place) => {
      const remembered = {
        hasCompletedOnboarding: true,
        theme: 'dark',
        bypassPermissionsModeAccepted: true,
        customApiKeyResponses: { approved: ['sk-ant-made-up'], rejected: [] },
        projects: { [place.project]: { hasTrustDialogAccepted: true } },
      };
      put(join(place.home, '.claude.json'), JSON.stringify(remembered));
      put(
        join(place.home, '.claude', 'settings.json'),
        '{"skipDangerousModePermissionPrompt":true}',
      );
      return without(claudeCode.prepare(place, NO_TASK), '-p');
    },
    isReady: /bypass permissions on/,
    asksOn: false,
  },
  {
    tried: codex,
    title: codex.title,
    start: (place) => {
      const start = codex.prepare(place, NO_TASK);
      const file = join(place.home, '.codex', 'config.toml');
      const trusted = `\n[projects.${JSON.stringify(place.project)}]\ntrust_level = "trusted"\n`;
      writeFileSync(file, readFileSync(file, 'utf8') + trusted);
      return without(start, 'exec', '--skip-git-repo-check');
    },
    isReady: /gpt-5\.1-codex/,
    asksOn: false,
  },
  {
    tried: geminiCli,
    title: geminiCli.title,
    start: (place) => without(geminiCli.prepare(place, NO_TASK), '-p'),
    isReady: /Type your message/,
    asksOn: true,
  },
  {
    tried: opencodeOnMessages,
    title: 'OpenCode',
    start: (place) => without(opencodeOnMessages.prepare(place, NO_TASK), 'run'),
    isReady: /Ask anything/,
    asksOn: false,
  },
];

tryScreens(screens);
