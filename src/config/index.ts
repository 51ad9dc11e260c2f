/**
 * What a person configures: `tripwire.yaml`, the environment and flags as one checked configuration.
 *
 * @module
 */
export {
  attestFor,
  budgetsFor,
  coreBudgets,
  isAudited,
  isShadowed,
  killSwitchFor,
  shadowFor,
  planFor,
  subagentsFor,
  windDownFor,
} from './config.ts';
export type {
  AgentConfig,
  ApprovalConfig,
  TeamConfig,
  Config,
  SecondOpinionConfig,
  UpstreamConfig,
} from './config.ts';
export { ConfigError } from './config-error.ts';
export type { ConfigProblem } from './config-error.ts';
export { loadConstitution } from './constitution-file.ts';
export { effectiveConfig } from './effective-config.ts';
export type { EffectiveValue } from './effective-config.ts';
export { exampleConfig } from './example-config.ts';
export { keepKillSwitch } from './keep-kill-switch.ts';
export { changedConfig, keepSettingsChange } from './settings-change.ts';
export type { SettingsChange } from './settings-change.ts';
export { configJsonSchema } from './json-schema.ts';
export type { SchemaNode } from './json-schema.ts';
export type { ConfigFlags, ConfigSources } from './layers.ts';
export { loadConfig } from './load-config.ts';
export { reloadConfig } from './reload-config.ts';
export type { Reloaded } from './reload-config.ts';
export { isSecretRef, secretOf } from './secret.ts';
export { variableOf, withoutSecrets } from './secret-variables.ts';
export type { SecretRef } from './secret.ts';
