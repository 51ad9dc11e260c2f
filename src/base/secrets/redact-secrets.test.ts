/**
 * Secrets go, whatever stands around them; ordinary text, code and hashes stay as they are.
 *
 * All values are made up, and put together here from pieces: no key-like literal stands in this file.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';
import { SECRET_ASSIGNMENTS } from './secret-assignments.ts';
import { SECRET_FORMATS } from './secret-formats.ts';

/** Stands in the middle of what begins a key. */
const joint = '';

/** Letters and digits of a given number that look like chance. */
function made(length: number, from = 'aB3dE5gH7jK9mN2pQ4sT6vW8yZ'): string {
  return from.repeat(Math.ceil(length / from.length)).slice(0, length);
}

const hex = (length: number) => made(length, '3f9a0c7be1d24586');
const upper = (length: number) => made(length, 'Q7ZK2M5XW4T9RB3N');
const word = ['hunt', 'er2'].join('');
const pemLines = Array.from({ length: 12 }, (_, line) => made(64 - line) + made(line)).join('\n');

function pem(type: string, body = pemLines): string {
  const edge = (side: string) => `-----${side} ${type}-----`;
  return [edge('BEGIN'), body, edge('END')].join('\n');
}

const jwt = [`ey${joint}J${made(20)}`, `ey${joint}J${made(60)}`, made(43)].join('.');

/** Kind, the secret alone, and the text it stands in, with `@` for the secret. */
const examples: readonly (readonly [kind: string, secret: string, text: string])[] = [
  ['private key', pem('RSA PRIVATE KEY'), 'cat id_rsa\n@\n'],
  ['private key', pem('PRIVATE KEY'), 'key:\n@'],
  ['private key', pem('OPENSSH PRIVATE KEY').replaceAll('\n', '\\n'), '{"key": "@"}'],
  ['private key', pem('PGP PRIVATE KEY BLOCK', `Version: 2 (x)\n\n${pemLines}`), '@ done'],
  [
    'private key',
    pem(
      'RSA PRIVATE KEY',
      `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${upper(32)}\n\n${pemLines}`,
    ),
    '@',
  ],
  ['private key', `-----BEGIN ${joint}PRIVATE KEY-----\n${pemLines}`, '@'],
  ['Anthropic key', `sk-${joint}ant-api03-${made(90)}-_AA`, 'use @ now'],
  ['Anthropic key', `sk-${joint}ant-api03-${made(90)}`, String.raw`key\n@\n`],
  ['OpenAI key', `sk-${made(48)}`, 'the key is @.'],
  ['OpenAI key', `sk-${joint}proj-${made(40)}_${made(20)}-${made(30)}`, '(@)'],
  ['OpenAI key', `sk-or-v1-${hex(64)}`, String.raw`line\n@`],
  ['Google key', `AI${joint}zaSy${made(33)}`, 'https://example.com/v1?key=@&alt=sse'],
  ['xAI key', `xai-${made(60)}`, 'export X=@'],
  ['age key', `AGE-SECRET-KEY-1${upper(58)}`, '# key\n@\n'],
  ['Vault token', `hv${joint}s.${made(40)}`, 'vault login @'],
  ['DigitalOcean token', `dop${joint}_v1_${hex(64)}`, 'doctl -t @ x'],
  ['Shopify token', `shp${joint}at_${hex(32)}`, '"@"'],
  ['Linear key', `lin${joint}_api_${made(40)}`, 'x: @'],
  ['Mailgun key', `key-${hex(32)}`, 'curl https://api.mailgun.example -H @'],
  ['signed address', `${made(42)}%3D`, 'https://x.blob.example/a?sv=2024&sig=@&sp=r'],
  ['password in URL', made(32), 'git clone https://@\u0000github.com/x'],
  ['password of a user', made(12), 'mysql -h db -u root -p@ shop'],
  ['password of a user', made(12), 'docker login -u ada -p @ registry.example'],
  ['password of a user', made(12), 'redis-cli -h db -a @ ping'],
  ['password of a user', made(12), 'ldapsearch -x -D cn=a -w @ uid=b'],
  ['password of a user', made(12), 'htpasswd -bB users ada @'],
  ['password of a user', made(12), 'smbclient //h/s -U ada%@'],
  ['password', made(12), 'openssl rsa -in k.pem -passin pass:@'],
  ['password', made(12), 'echo @ | sudo -S ls'],
  ['password', made(12), 'echo "@" | docker login -u a --password-stdin'],
  ['password', made(12), '<password>@</password>'],
  ['Slack webhook', `T${upper(9)}/B${upper(9)}/${made(24)}`, 'https://hooks.slack.com/services/@'],
  [
    'Slack webhook',
    `T${upper(9)}/A${upper(9)}/${made(18)}/${made(24)}`,
    '"https://hooks.slack.com/workflows/@"',
  ],
  ['Discord webhook', made(68), 'curl https://discord.com/api/webhooks/123456789012345678/@ -d x'],
  ['Discord webhook', made(68), 'https://discordapp.com/api/v10/webhooks/123456789012345678/@'],
  [
    'Teams webhook',
    `webhookb2/${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}`,
    'https://a.webhook.office.com/@',
  ],
  ['Tripwire token', `tw${joint}c_${made(43)}`, 'Authorization @'],
  ['webhook secret', `wh${joint}sec_${made(43)}=`, 'secret is @'],
  ['sign-in link', `${made(200)}.${made(43)}`, 'http://127.0.0.1:7777/act/@'],
  ['sign-in link', made(43), 'http://127.0.0.1:7777/panic/@'],
  ['cookie', `session=${made(30)}; csrf=${made(20)}`, 'Cookie: @\n'],
  ['cookie', `sid=${made(30)}`, `curl -b '@' https://a.example`],
  ['cookie', `sid=${made(30)}`, '{"cookie": "@"}'],
  ['cookie', made(30), 'Set-Cookie: sid=@; Path=/; HttpOnly'],
  ['password of a user', word, 'curl -u ada:@ https://a.example'],
  ['password of a user', word, 'curl -uada:@ https://a.example'],
  ['password of a user', word, `curl --user "ada:@" https://a.example`],
  ['password of a user', word, 'curl --proxy-user ada:@ -x http://p:1 https://a.example'],
  ['password of a user', word, 'sshpass -p @ ssh ada@host'],
  ['netrc password', word, 'machine api.example login ada password @'],
  ['netrc password', word, 'machine api.example\n  login ada\n  password @\n'],
  ['registry login', made(40), '{"auths": {"ghcr.io": {"auth": "@"}}}'],
  ['registry login', made(40), '//registry.example/:_auth=@'],
  ['client key', made(60), '    client-key-data: @'],
  ['AWS key id', `AK${joint}IA${upper(16)}`, 'aws_access_key_id is @'],
  ['AWS key id', `AS${joint}IA${upper(16)}`, '%20@%20'],
  ['AWS secret key', made(40, 'abc/DEF+123xyz'), 'aws_secret_access_key = @'],
  ['AWS secret key', made(40, 'abc/DEF+123xyz'), '{"SecretAccessKey": "@"}'],
  ['AWS secret key', made(40), 'AWS_SECRET_ACCESS_KEY=@'],
  ['GitHub token', `gh${joint}p_${made(36)}`, 'https://x-access-token @\u0000github.com/a/b'],
  ['GitHub token', `gh${joint}o_${made(36)}`, '"@"'],
  ['GitHub token', `gh${joint}s_${made(36)}`, '@'],
  ['GitHub token', `github_${joint}pat_${made(22)}_${made(59)}`, 'token @'],
  ['GitLab token', `gl${joint}pat-${made(20)}`, 'PRIVATE-TOKEN @'],
  ['GitLab token', `gl${joint}pat-${made(27)}.01.${hex(9)}`, '@ '],
  ['Slack token', `xo${joint}xb-${made(12, '1234567890')}-${made(24)}`, '@'],
  ['Slack token', `xa${joint}pp-1-${upper(11)}-${made(13, '123')}-${hex(64)}`, '@'],
  ['Stripe key', `sk_${joint}live_${made(24)}`, 'stripe: @'],
  ['Stripe key', `rk_${joint}live_${made(24)}`, '@'],
  ['npm token', `np${joint}m_${made(36)}`, '//example.com/:_auth @'],
  ['PyPI token', `py${joint}pi-AgEIcHlwaS5vcmc${made(120)}`, 'twine -p @'],
  ['Hugging Face token', `h${joint}f_${made(34, 'aBcDeFgHiJkLmNo')}`, 'login @'],
  ['Telegram bot token', `1234567890:A${joint}A${made(33)}`, 'https://api.example.com/bot@/getMe'],
  ['SendGrid key', `S${joint}G.${made(22)}.${made(43)}`, '@'],
  ['Twilio key', `S${joint}K${hex(32)}`, 'sid @'],
  ['JWT', jwt, 'cookie: session @;'],
  ['JWT', jwt.slice(0, jwt.lastIndexOf('.')), '"@"'],
  ['agent key', `t${joint}w_${made(32)}`, 'x-api-key @'],
  ['authorization', made(30, 'abcdef'), 'Authorization: Bearer @'],
  ['authorization', `${made(30)}==`, `curl -H 'authorization: Basic @' https://example.com`],
  ['authorization', made(12), String.raw`{\"Authorization\":\"Bearer @\"}`],
  ['authorization', made(40), 'sent as bearer @ twice'],
  ['password in URL', word, 'postgres://app:@\u0000db:5432/x'],
  ['password in URL', `p\u0000ss${word}`, 'https://me:@\u0000example.com/'],
  ['password', word, 'password=@'],
  ['password', word, 'host=db password=@ user=me'],
  ['password', word, '{"password": "@", "user": "me"}'],
  ['password', word, String.raw`{\"dbPassword\": \"@\", \"user\": \"me\"}`],
  ['password', `${word} and \\"more\\"`, '{"password": "@", "user": "me"}'],
  ['password', `$${word}`, "PASSWORD: '@'"],
  ['password', word, 'user: me\npassword: @\nhost: db\n'],
  ['password', 'changeme', 'password: @'],
  ['password', word, '[client]\npassword = @\n'],
  ['password', word, 'user: me, password: @, host: db'],
  ['password', word, 'if (password === "@") {'],
  ['secret in a variable', 'correct-horse', 'export MY_TOKEN=@'],
  ['secret in a variable', 'correct-horse', "DB_PASS='@' npm start"],
  ['secret in a variable', `a,b(c;d&${word}`, 'DB_PASSWORD=@\nDB_HOST=db'],
  ['secret in a variable', made(20, 'abcdef'), 'docker run -e SOME_API_KEY=@ image'],
  ['secret in an option', word, 'mysql --user me --password @ db'],
  ['secret in an option', 'abcdef', 'tool --api-key @'],
  ['secret in an option', 'abcdef', 'tool --auth-token=@ --json'],
  ['secret', made(16, 'abcdef'), '{"api_key": "@"}'],
  ['secret', made(16, 'abcdef'), "clientSecret: '@',"],
  ['secret', made(20), 'access_token: @'],
  ['secret', made(20), 'x-api-key: @'],
  ['secret', made(20), 'https://example.com/?token=@&page=2'],
  ['Google token', `GOC${joint}SPX-${made(24)}`, 'client @'],
  ['Docker token', `dckr_${joint}pat_${made(24)}`, 'docker @'],
  ['password of a user', word, 'http -a bob:@ example.com'],
  ['password', word, 'unzip -P @ x.zip'],
  ['secret', made(40), 'aws configure set aws_secret_access_key @'],
  ['secret in a variable', word, 'FROM x\nENV DB_PASSWORD @\nRUN y'],
];

/** `@` in a template is the place; a secret's own `@` is written as NUL, and so is one that must stay. */
const atSigns = (text: string) => text.replaceAll('\u0000', '@');

describe('a secret goes and its kind is named', () => {
  for (const [kind, secret, template] of examples) {
    const shown = template.length > 50 ? `${template.slice(0, 50)}…` : template;
    test(`${kind} in ${JSON.stringify(atSigns(shown))}`, () => {
      const [before = '', after = ''] = template.split('@').map(atSigns);
      const text = before + atSigns(secret) + after;
      expect(redactSecrets(text)).toBe(`${before}[redacted: ${kind}]${after}`);
    });
  }

  test('also from a text inside JSON, and from JSON inside JSON', () => {
    for (const [kind, secret, template] of examples) {
      const text = atSigns(template.replace('@', () => secret));
      const once = JSON.stringify({ output: `before\n${text}\nafter` });
      const twice = JSON.stringify({ body: once });
      const words = secret.split(/\W|\\n/).toSorted((a, b) => b.length - a.length);
      const longest = words[0] ?? secret;
      for (const nested of [once, twice]) {
        expect(redactSecrets(nested), `${kind} in ${template}`).not.toContain(longest);
        expect(redactSecrets(nested)).toContain('[redacted: ');
      }
    }
  });

  test('every rule finds an example by itself', () => {
    const texts = examples.map(([, secret, text]) => atSigns(text.replace('@', () => secret)));
    for (const { kind, lead = '', secret } of [...SECRET_FORMATS, ...SECRET_ASSIGNMENTS]) {
      const pattern = new RegExp(`(${lead})(?:${secret})`);
      expect(
        texts.some((text) => pattern.test(text)),
        `${kind}: ${lead}`,
      ).toBe(true);
    }
  });

  test('several in one text go, each by itself', () => {
    const [one, two] = [`gh${joint}p_${made(36)}`, `sk-${joint}ant-${made(40)}`];
    expect(redactSecrets(`a ${one} b ${two} c password=${word};`)).toBe(
      'a [redacted: GitHub token] b [redacted: Anthropic key] c password=[redacted: password];',
    );
  });

  test('two private keys do not take what stands between them', () => {
    const text = `${pem('PRIVATE KEY')}\nbetween\n${pem('EC PRIVATE KEY')}\n`;
    expect(redactSecrets(text)).toBe('[redacted: private key]\nbetween\n[redacted: private key]\n');
  });
});

describe('what is no secret stays', () => {
  const healthy: readonly string[] = [
    '',
    'Fixed the parser; 12 tests pass. See the token bucket in limits.ts, and the key idea below.',
    'The password must have 8 characters. Your password: it is up to you, of course.',
    'Use the --password option instead, or --token if you must.',
    `commit ${hex(40)}`,
    `sha256:${hex(64)} and md5 ${hex(32)}`,
    `"integrity": "sha512-${made(86)}=="`,
    `550e8400-e29b-41d4-a716-${hex(12)}`,
    `task-${hex(32)} disk-${hex(24)} risk-${made(30)}`,
    `toolu_01${made(22)} call_${made(24)} msg_01${made(22)} chatcmpl-${made(29)} resp_${hex(48)}`,
    `data:image/png;base64,${made(2_000, 'iVBORw0KGgoAAAANSUhEUgAA/9j+4AAQSkZJRgABAQ')}==`,
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${made(43)} me@example.com`,
    pem('PUBLIC KEY'),
    pem('CERTIFICATE'),
    `if (text.startsWith('-----BEGIN ${joint}PRIVATE KEY-----')) return readKey(text);`,
    'const token = await getToken(session);',
    'const apiKey = process.env.OPENAI_API_KEY;',
    'api_key = os.environ["OPENAI_API_KEY"]',
    'login(user=user, password=password)',
    'login(user, password=args.password, token=None)',
    'function login(user: string, password: string): Promise<Token> {',
    'interface User { password: string; token: string; secret: boolean }',
    'password = getpass.getpass()',
    'if (password !== confirmed) throw new Error("passwords differ");',
    '<input type="password" name="password" autocomplete="current-password">',
    '<li key={item.id}>{item.name}</li>',
    'sorted(rows, key=lambda row: row.name)',
    'CREATE TABLE t (id INTEGER PRIMARY KEY, key TEXT NOT NULL)',
    '{"usage":{"input_tokens":12345678,"output_tokens":345,"max_tokens":40960000}}',
    '{"type":"token_count","total_tokens":123456789}',
    "if (typeof options.apiKey === 'function') return;",
    'fetch(url, { credentials: "include" })',
    'export OPENAI_API_KEY=$OTHER_API_KEY',
    'export MY_TOKEN=$(cat token.txt) && export X_SECRET=${X_SECRET}',
    'curl -H "Authorization: Bearer $TOKEN" -H "Authorization: Bearer ${token}"',
    'Authorization: Bearer <your token>',
    '{"password": "${DB_PASSWORD}", "api_key": "{{ api_key }}", "token": "<token>"}',
    '{"password": "", "api_key": null, "secret": "********"}',
    'apiKey: env:OPENAI_API_KEY',
    'PUBLIC_KEY=abcdefghijk',
    'MONKEY=banana TURKEY=dinner KEYBOARD=us',
    'http://localhost:8080/a@b https://example.com:443/x?y=z@w ssh://git@example.com:22/a.git',
    'git@github.com:org/repo.git me@example.com',
    'at 12:34:56 12345678:90',
    'sk-learn sk-circle-fade-dot-animation-long-name',
    'npm_config_cache npm_package_name hf_hub_download tw_merge_class_names_together',
    'eyJ is how the base64 of {" begins',
    '.SG.UTF-8 SG.short.one',
    'over http you may use -a for that; zip -r x.zip src; 7z a x.7z src; vault login -method=oidc',
  ];
  for (const text of healthy) {
    test(JSON.stringify(text.slice(0, 70)), () => {
      expect(redactSecrets(text)).toBe(text);
    });
  }
});

describe('any text', () => {
  const texts = examples.map(([, secret, text]) => atSigns(text.replace('@', () => secret)));
  const pieces = fc.oneof(
    // Each on its own line: glued to a word, a key of fixed length is none until the word is redacted.
    fc.constantFrom(...texts.map((text) => `\n${text}\n`)),
    fc.constantFrom(
      'password',
      'token',
      '=',
      ':',
      '"',
      "'",
      '\\',
      ' ',
      '\n',
      '[redacted',
      ']',
      '$',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );

  test('is redacted once and for all', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const once = redactSecrets(parts.join(''));
        expect(redactSecrets(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  // A megabyte of what each rule begins with, or nearly ends with: quadratic work would take hours.
  const size = 2 ** 20;
  const marker = `-----BEGIN ${joint}PRIVATE KEY-----`;
  const hostile = [
    'a A 1 = - \\ " %20 sk- sk-proj- tw_ eyJ -eyJ eyJaaaaaaaaaa. SG. SG.aaaaaaaaaaaaaaaaaa. 12345678:AA AKIA',
    '--a --a- password= password=" password: password=< password=a. password=a( token= token=" A_KEY=',
    '\\"token\\":\\" ://a: ://:@',
  ].flatMap((list) => list.split(' '));
  hostile.push(
    ' ',
    '--token ',
    'password: ',
    'bearer ',
    'authorization: bearer ',
    'secret access key:',
  );
  hostile.push(...'http |zip |7z |openssl |mongo |az login |ENV |\nENV A_'.split('|'));
  hostile.push(marker, marker + made(40));
  test('takes time in proportion to its length', () => {
    for (const piece of hostile) {
      redactSecrets(piece.repeat(Math.ceil(size / 8 / piece.length)));
      redactSecrets(piece + 'a'.repeat(size / 8));
    }
    for (const piece of ['a', '=', 'sk-', '-eyJ', 'password="']) {
      redactSecrets(piece.repeat(size / piece.length));
    }
  });
});

describe('secrets that are known by their letters', () => {
  const known = ['correct horse battery', `p@ss/${made(12)}"`];

  test('go in every form in which they are written', () => {
    for (const secret of known) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret),
        Buffer.from(secret).toString('base64'),
      ]) {
        const left = redactSecrets(`it sent ${form} there`, known);
        expect(left).toMatch(/^it sent "?\[redacted: held by Tripwire\]"?=* there$/);
      }
    }
  });

  test.each(['', 'a:', 'ab:', 'abc:', 'any name at all:'])('also behind %j in Base64', (user) => {
    for (const secret of known) {
      const bytes = Buffer.from(`${user}${secret} and what follows`);
      for (const form of [bytes.toString('base64'), bytes.toString('base64url')]) {
        const left = redactSecrets(form, known);
        expect(left).toContain('[redacted: held by Tripwire]');
        // Three letters at most are made of the secret and of what stands beside it.
        const rest = left.split('[redacted: held by Tripwire]').join('');
        const open = (user.length + ' and what follows'.length) * (4 / 3);
        expect(rest.length).toBeLessThanOrEqual(Math.ceil(open) + 3);
      }
    }
  });

  test('also as a dump of their bytes', () => {
    const dump = Buffer.from(known[0] ?? '').toString('hex');
    for (const form of [dump, dump.toUpperCase()]) {
      expect(redactSecrets(`<${form}>`, known)).toBe('<[redacted: held by Tripwire]>');
    }
  });

  test('that are short words stay', () => {
    expect(redactSecrets('the key of the door', ['the', 'key', ''])).toBe('the key of the door');
  });
});

test.each([
  'docker run -u 1000:1000 image',
  'git push -u origin main',
  'A cookie: what is it? It is a small file.',
  'machine learning with a password manager',
  'grep -b pattern file',
  '"auth": "basic"',
  'see https://hooks.slack.com/ for more',
  'docker login registry.example',
  'mysql -h db -e "select 1"',
  'echo done | tee log',
  'echo hello | sudo tee /etc/motd',
  'git clone https://github.com/ada/x',
  'https://api.example/users/jane.doe-1988@example.com',
  '<password></password>',
  'htpasswd -c users ada',
  'redis-cli -h db ping',
  'key-value stores and key-frames',
])('%s stays as it is', (text) => {
  expect(redactSecrets(text)).toBe(text);
});
