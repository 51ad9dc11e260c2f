/**
 * What makes an agent of Lantern the agent it is.
 */
import { json, prompt, type IdentityLayout } from '../../../src/clients/identity-sources.ts';

/** A prompt of the project, and its settings. */
export const LANTERN_IDENTITY: IdentityLayout = {
  sources: [prompt('project', 'LANTERN.md'), json('config', 'hooks.json')],
  keys: { hooks: 'hooks', hooks_on: 'hooks' },
};
