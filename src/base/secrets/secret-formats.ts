/**
 * The formats that providers gave their keys, as data, so that they are found wherever they stand.
 *
 * Every expression takes time in proportion to the text, whatever the text is: a run without a bound
 * is followed by nothing that may be missing, or else it can begin in one place only.
 */

/** One kind of secret; both parts are regular expressions. */
export interface SecretRule {
  /** Stands in the text instead of the secret. */
  readonly kind: string;
  /** What comes before the secret and stays. */
  readonly lead?: string;
  readonly secret: string;
}

const raw = String.raw;

/** Where a key may begin: not inside a word, but after the `\n` or `%3D` of an escaped text. */
const start = raw`(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}))`;

/** Prefixes and shapes that nothing else has. */
export const SECRET_FORMATS: readonly SecretRule[] = [
  {
    kind: 'private key',
    // A marker without a key behind it is somebody writing about keys. The end may have been cut off.
    secret:
      raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?=[^]{0,300}?[A-Za-z0-9+/=]{32})` +
      raw`(?:[A-Za-z0-9+/=\s\\:,."'()]|-(?!----))*(?:-----END [A-Z0-9 ]{0,60}-----)?`,
  },
  { kind: 'Anthropic key', secret: raw`sk-ant-[\w-]{16,}` },
  {
    kind: 'OpenAI key',
    // Compatible providers use the same prefix. A word in front keeps `task-…` ids out.
    secret: raw`${start}sk-(?:(?:proj|svcacct|admin|None|or-v1)-[\w-]{16,}|\w{20,}[\w-]*)`,
  },
  { kind: 'Google key', secret: raw`${start}AIza[\w-]{35,}` },
  {
    kind: 'Google token',
    secret: raw`${start}(?:ya29\.[\w-]{20,}|1//0[\w-]{20,}|GOCSPX-[\w-]{20,})`,
  },
  { kind: 'Docker token', secret: raw`dckr_[op]at_[\w-]{20,}` },
  { kind: 'AWS key id', secret: raw`${start}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])` },
  { kind: 'GitHub token', secret: raw`gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}` },
  {
    kind: 'GitLab token',
    secret: raw`${start}gl(?:pat|dt|rt|ptt|soat|cbt|imt|agent|ft|ffct)-[\w-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,})?`,
  },
  { kind: 'Slack token', secret: raw`xox[abcdeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}` },
  { kind: 'Stripe key', secret: raw`[sr]k_(?:live|test)_[A-Za-z0-9]{16,}` },
  { kind: 'npm token', secret: raw`npm_[A-Za-z0-9]{36,}` },
  { kind: 'PyPI token', secret: raw`pypi-AgE[\w-]{40,}` },
  { kind: 'Hugging Face token', secret: raw`${start}hf_[A-Za-z0-9]{30,}` },
  { kind: 'Telegram bot token', secret: raw`(?<!\d)\d{8,10}:AA[\w-]{30,40}(?![\w-])` },
  { kind: 'SendGrid key', secret: raw`SG\.[\w-]{16,}\.[\w-]{32,}` },
  { kind: 'Twilio key', secret: raw`${start}SK[0-9a-f]{32}(?![A-Za-z0-9])` },
  {
    kind: 'JWT',
    // Not after a hyphen: otherwise each of many hyphens would begin one that never comes to its dot.
    secret: raw`(?<!-)${start}eyJ[\w-]{10,}\.eyJ[\w-]{10,}(?:\.[\w-]*)?`,
  },
  { kind: 'agent key', secret: raw`${start}tw_(?=[\w-]{0,64}\d)[\w-]{16,}` },
  { kind: 'Tripwire token', secret: raw`${start}twc_[\w-]{16,}` },
  { kind: 'xAI key', secret: raw`${start}xai-[A-Za-z0-9]{40,}` },
  { kind: 'age key', secret: raw`AGE-SECRET-KEY-1[A-Z0-9]{40,}` },
  { kind: 'Vault token', secret: raw`${start}hv[sbr]\.[\w-]{24,}` },
  { kind: 'DigitalOcean token', secret: raw`do[opr]_v1_[0-9a-f]{40,}` },
  { kind: 'Shopify token', secret: raw`shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32,}` },
  { kind: 'Linear key', secret: raw`lin_api_[A-Za-z0-9]{32,}` },
  { kind: 'Mailgun key', secret: raw`${start}key-[0-9a-f]{32}(?![A-Za-z0-9])` },
  {
    kind: 'signed address',
    lead: raw`(?:[?&;]sig|[Xx]-[Aa]mz-(?:[Ss]ignature|[Ss]ecurity-[Tt]oken)|[Xx]-[Gg]oog-[Ss]ignature)=`,
    secret: raw`[\w%+/=-]{16,}`,
  },
  { kind: 'webhook secret', secret: raw`${start}whsec_[A-Za-z0-9+/=]{16,}` },
  {
    kind: 'Slack webhook',
    lead: raw`hooks\.slack(?:-gov)?\.com(?:/|%2[Ff]|\\/)(?:services|workflows|triggers)(?:/|%2[Ff]|\\/)`,
    secret: raw`[\w%\\/-]{8,}`,
  },
  {
    kind: 'Discord webhook',
    lead: raw`discord(?:app)?\.com(?:/|\\/)api(?:/|\\/)(?:v\d{1,2}(?:/|\\/))?webhooks(?:/|\\/)\d{5,20}(?:/|\\/)`,
    secret: raw`[\w-]{16,}`,
  },
  {
    kind: 'Teams webhook',
    lead: raw`(?:\.webhook\.office\.com|outlook\.office(?:365)?\.com(?:/|\\/)webhook)(?:/|\\/)`,
    secret: raw`[\w@\\/-]{16,}`,
  },
  {
    kind: 'sign-in link',
    // Also the link of an alert, and the one that stops all agents: all of them act by themselves.
    lead: raw`(?:/act/|/panic/|[?&#]code=)`,
    secret: raw`[\w-]{20,}(?:\.[\w-]{20,})?`,
  },
];
