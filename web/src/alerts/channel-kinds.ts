/** What each kind of channel asks for, as data: the form only shows it. */
import type { ChannelTarget } from '../../../src/control/api/client.ts';

export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'url' | 'password' | 'number';
  readonly required: boolean;
  readonly placeholder?: string;
  readonly hint?: string;
}

type Kind = ChannelTarget['kind'];

const hook = (placeholder: string): readonly ChannelField[] => [
  {
    name: 'url',
    label: 'Address of the incoming webhook',
    type: 'url',
    required: true,
    placeholder,
  },
];

export const channelKinds: Readonly<
  Record<Kind, { readonly label: string; readonly fields: readonly ChannelField[] }>
> = {
  webhook: {
    label: 'Webhook',
    fields: [
      {
        name: 'url',
        label: 'Address',
        type: 'url',
        required: true,
        placeholder: 'https://example.org/hook',
      },
      {
        name: 'secret',
        label: 'Secret (whsec_…)',
        type: 'password',
        required: false,
        hint: 'Left empty, one is made and shown once. Messages are signed as Standard Webhooks.',
      },
    ],
  },
  slack: { label: 'Slack', fields: hook('https://hooks.slack.com/services/…') },
  discord: { label: 'Discord', fields: hook('https://discord.com/api/webhooks/…') },
  teams: { label: 'Teams', fields: hook('https://….webhook.office.com/…') },
  email: {
    label: 'Email',
    fields: [
      {
        name: 'host',
        label: 'SMTP server',
        type: 'text',
        required: true,
        placeholder: 'smtp.example.org',
      },
      { name: 'port', label: 'Port', type: 'number', required: false, placeholder: '587' },
      { name: 'user', label: 'User', type: 'text', required: false },
      { name: 'password', label: 'Password', type: 'password', required: false },
      {
        name: 'from',
        label: 'From',
        type: 'text',
        required: true,
        placeholder: 'tripwire@example.org',
      },
      { name: 'to', label: 'To', type: 'text', required: true, placeholder: 'you@example.org' },
    ],
  },
  telegram: {
    label: 'Telegram',
    fields: [
      { name: 'bot_token', label: 'Token of the bot', type: 'password', required: true },
      { name: 'chat_id', label: 'Id of the chat', type: 'text', required: true },
    ],
  },
  pagerduty: {
    label: 'PagerDuty',
    fields: [
      {
        name: 'routing_key',
        label: 'Routing key (Events API v2)',
        type: 'password',
        required: true,
      },
    ],
  },
};

/** The target that the filled fields make. */
export function targetOf(kind: Kind, values: Readonly<Record<string, string>>): ChannelTarget {
  const filled = channelKinds[kind].fields.flatMap(({ name, type }) => {
    const value = (values[name] ?? '').trim();
    if (value === '') return [];
    return [[name, type === 'number' ? Number(value) : value] as const];
  });
  // The server checks it against the same shape, and says which field is wrong.
  return { kind, ...Object.fromEntries(filled) } as ChannelTarget;
}
