/** Where a command takes its configuration from: the options `--config` and `--data`, this environment, this home. */
import { homedir } from 'node:os';
import type { ConfigFlags, ConfigSources } from '../../config/index.ts';

/** The sources, with these options. */
export function configSources(config: string | undefined, flags: ConfigFlags): ConfigSources {
  return { file: config, env: process.env, home: homedir(), flags };
}
