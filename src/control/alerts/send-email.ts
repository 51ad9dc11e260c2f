/**
 * Sends one message by SMTP.
 */
import { lookup } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import { isPublicAddress, TargetRefused } from './address-guard.ts';
import type { Target } from './alert-shapes.ts';
import { messageText, type Message } from './alert-texts.ts';

type EmailTarget = Extract<Target, { readonly kind: 'email' }>;

const TIMEOUT_MS = 10_000;

/** Sends it; throws when the server did not take it. */
export async function sendEmail(
  target: EmailTarget,
  message: Message,
  allowPrivate: boolean,
): Promise<void> {
  const { host, port, secure, user, password, from, to } = target;
  const addresses = await lookup(host, { all: true });
  const hidden = addresses.find(({ address }) => !isPublicAddress(address));
  if (!allowPrivate && hidden !== undefined) throw new TargetRefused(host, hidden.address);
  const transport = createTransport({
    // The address that was looked at, not the name again.
    host: addresses[0]?.address ?? host,
    port,
    secure,
    tls: { servername: host },
    // A password goes over TLS or not at all.
    requireTLS: password !== undefined && !secure,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to,
      subject: message.title.slice(0, 200),
      text: messageText(message),
      messageId: `<${message.id}@tripwire>`,
    });
  } finally {
    transport.close();
  }
}
