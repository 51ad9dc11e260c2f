/**
 * The shape of the chats that may stop agents: the secret with which each signs, by the name of a variable.
 */
import { z } from 'zod';
import { NO_LITERAL, SECRET_REF_PATTERN, type SecretRef } from './secret.ts';

const secret = (what: string) =>
  z
    .string()
    .regex(SECRET_REF_PATTERN, NO_LITERAL)
    .pipe(z.custom<SecretRef>())
    .exactOptional()
    .describe(what);

/** Each may be absent: then that chat stops nobody. */
export const chatCommands = z.strictObject({
  slack: secret('env:NAME of the signing secret of your Slack app, for a slash command.'),
  teams: secret('env:NAME of the security token of an outgoing webhook of Teams.'),
});
