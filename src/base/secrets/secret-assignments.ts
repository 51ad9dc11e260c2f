/**
 * Secrets that only their name betrays: `password=…`, `"api_key": "…"`, `--token …`, a header, a URL.
 *
 * Evidence is kept for days and read by people, so in doubt the value behind such a name goes. What is
 * only code about secrets, or a sentence, should stay readable. As for the formats, no text may cost
 * more time than its length allows: what is looked for ahead has a bound.
 */
import type { SecretRule } from './secret-formats.ts';

const raw = String.raw;

/**
 * Words as they stand in names: `token`, `Token`, `TOKEN`. Not by a flag, because in a value the case
 * tells `$PASSWORD`, which is a variable, from `$ecret`, which is a password.
 */
function cased(words: string): string {
  const forms = words
    .split(' ')
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
  return `(?:${forms.join('|')})`;
}

/** The end of a name and what stands between it and its value; the quotes may be escaped. */
const closing = raw`(?:\\{0,7}["'\u0060])?`;
const assigned = raw`${closing}\s{0,4}(?::=|=>|[=:])\s{0,4}`;
const compared = raw`${closing}\s{0,4}={2,3}\s{0,4}`;
/** A value that only says where the secret is, or that it was taken out, is left alone. */
const noReference = raw`(?!\[redacted|\$[{(]|\$[A-Z_][A-Z0-9_]+\b|\{\{|<[A-Za-z _-]+>|env:[A-Z]|\*{3})`;
/** A call or a look-up in a source file; bounded, because it only has to be recognised. */
const noExpression = raw`(?![A-Za-z_][\w$.]{0,80}[(\[][^\n]{0,200}[)\]])`;
/** Words that stand where a value would, in type declarations, calls and sentences. */
const plainWords = cased(
  'true false null none nil undefined string str text bytes any unknown password passwd token secret ' +
    'option flag argument parameter value required input is or and to from for in if with as was will ' +
    'must can instead',
);
const holders = raw`(?:self|this|args|config|process|os|req|request|settings|env|options|props|params|user)`;
const noPlainWord = raw`(?!${plainWords}(?![\w$@!#%^*-])|${holders}\.)`;

const passwordName = cased('password passwd passphrase db_pass dbpass');
const keyName =
  cased(
    'api access secret private auth encryption signing master account storage client service session ' +
      'admin subscription license deploy shared app consumer',
  ) + raw`[_ -]?${cased('key')}`;
const tokenName = cased('token credential credentials authorization');
const secretName = raw`(?:${keyName}|${cased('secret')})`;

/** Up to the closing quote, with what is escaped inside; an escaped quote ends at the next escape. */
const quoted = (first: string) =>
  raw`(?:(?<=\\["'])${first}[^"'\\\n]+|(?<=(?<!\\)")${first}(?:[^"\\\n]|\\[^\n])+` +
  raw`|(?<=(?<!\\)')${first}(?:[^'\\\n]|\\[^\n])+|(?<=\u0060)${first}[^\u0060\n]+)`;
/** Without quotes. */
const bare = raw`[^\s"'\u0060\\,;&|<>(){}[\]]+`;
/** The characters of keys and tokens. */
const opaque = raw`[\w.~+/=:@!#$%^*-]`;

/** Where a word begins, also after the `\n` of an escaped text. */
const begin = raw`(?:(?<![\w-])|(?<=\\[nrt]))`;

/** Blanks and line ends, also escaped ones. */
const gap = raw`(?:\s|\\{1,7}[nrt]){1,8}`;
/** The rest of a command up to an option. */
const upTo = raw`[^\n|;&]{0,200}?[ \t]`;
const openQuote = raw`(?:\\{0,7}["'])?`;

/**
 * Passwords that commands take in options of one letter, as an argument, or from what is piped into them. No look back stands
 * before a name: it would be tried at every letter of every text.
 */
const COMMAND_PASSWORDS: readonly SecretRule[] = [
  {
    kind: 'password of a user',
    lead: raw`(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)(?=[ \t])${upTo}-p${openQuote}`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password of a user',
    lead: raw`(?:docker|podman|helm|oras|crane|skopeo)(?=[ \t])${upTo}login(?=[ \t])${upTo}-p[ \t=]${openQuote}`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password of a user',
    lead: raw`(?:redis-cli(?=[ \t])${upTo}-a|ldap(?:search|add|modify|delete|passwd|whoami)(?=[ \t])${upTo}-w)[ \t]${openQuote}`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password of a user',
    lead: raw`htpasswd[ \t]{1,4}-[A-Za-z]{0,6}b[A-Za-z]{0,6}[ \t]{1,4}[^\s|;&]{1,256}[ \t]{1,4}[^\s|;&]{1,128}[ \t]{1,4}${openQuote}`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password of a user',
    lead: raw`(?:smbclient|mount\.cifs)(?=[ \t])${upTo}-U[ \t]{0,2}${openQuote}[\w.@\\/-]{1,128}%`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password of a user',
    lead: raw`(?:(?:mongo(?:sh|dump|restore)?(?=[ \t])${upTo}-p|az[ \t]{1,4}login(?=[ \t])${upTo}-p)[ \t=]${openQuote}|https?(?=[ \t])${upTo}(?:-a|--auth)[ \t=]${openQuote}[\w.@+-]{1,128}:)`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password',
    lead: raw`(?:(?:zip|unzip)(?=[ \t])${upTo}-P[ \t]{0,4}|7z[ar]?(?=[ \t])${upTo}-p|openssl(?=[ \t])${upTo}-k[ \t]{1,4}|vault[ \t]{1,4}login[ \t]{1,4})${openQuote}`,
    secret: raw`(?!-|method=)${noReference}${bare}`,
  },
  {
    kind: 'secret',
    lead: raw`(?:aws_secret_access_key|aws_session_token|_authToken|with-token[ \t]{1,4}<<<)[ \t]{1,4}${openQuote}`,
    secret: raw`(?!-)${noReference}[^\s"'\u0060\\]{16,}`,
  },
  {
    kind: 'secret in a variable',
    // A Dockerfile, and setx of Windows, have a blank in place of the sign.
    lead: raw`(?:^|[\n;&|]|\\{1,7}n)[ \t]{0,8}(?:ENV|ARG|setx)[ \t]{1,4}(?:[A-Z0-9_]{0,60}_)?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD)[ \t]{1,4}${openQuote}`,
    secret: raw`${noReference}[^\s"'\u0060\\]{6,}`,
  },
  {
    kind: 'password',
    lead: raw`(?<![\w-])-pass(?:in|out)?[ \t]{1,4}${openQuote}pass:`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'password',
    lead: raw`(?:echo|printf)[ \t]{1,4}(?:-[a-z]{1,3}[ \t]{1,4})?${openQuote}`,
    secret:
      raw`(?!-)${noReference}[^\s"'\u0060|;&\\]{4,256}(?=(?:\\{0,7}[n"']){0,3}[ \t]{0,4}\|[ \t]{0,4}` +
      raw`(?:(?:sudo[ \t]{1,4})?chpasswd|sudo[ \t][^\n|;&]{0,40}?-[A-Za-z]{0,4}S|[^\n|;&]{0,200}--(?:password|with-token|pass)-?(?:stdin)?))`,
  },
];

/** Values behind the names of secrets. */
export const SECRET_ASSIGNMENTS: readonly SecretRule[] = [
  {
    kind: 'AWS secret key',
    lead:
      raw`${cased('secret')}[_ -]?${cased('access')}[_ -]?${cased('key')}(?:\\{0,7}["'])?` +
      raw`\s{0,4}[:=>]\s{0,4}(?:\\{0,7}["'])?`,
    secret: raw`[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`,
  },
  {
    kind: 'authorization',
    lead:
      raw`${cased('authorization')}${assigned}(?:\\{0,7}["'\u0060])?` +
      raw`(?:${cased('bearer basic token key')}|[Aa]pi[Kk]ey)\s{1,4}`,
    secret: raw`${noReference}(?![{<$…])[^\s"'\u0060\\,;]+`,
  },
  {
    kind: 'authorization',
    lead: raw`\b${cased('bearer')}\s{1,4}`,
    secret: raw`(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{20,}`,
  },
  {
    kind: 'cookie',
    // The names in the header stay; a value is what logs somebody in.
    lead: raw`(?:[Ss]et-[Cc]ookie|SET-COOKIE)${closing}\s{0,4}:\s{0,4}\[?\s{0,4}(?:\\{0,7}["'\u0060])?[^\s=;"']{1,128}=`,
    secret: raw`${noReference}[^\s;"'\u0060\\]{4,}`,
  },
  {
    kind: 'cookie',
    lead: raw`${begin}(?:${cased('cookie')}${closing}\s{0,4}[:=]|(?:-b|--cookie)[ \t=])\s{0,4}(?:\\{0,7}["'\u0060])?(?=[^\s=;"']{1,128}=)`,
    secret: raw`${noReference}(?:[^\s=;"'\u0060\\]{1,128}=[^\s;"'\u0060\\]{1,4096}(?:;\s{0,2})?){1,50}`,
  },
  {
    kind: 'password of a user',
    // curl, wget and their kind: -u NAME:PASSWORD, --user NAME:PASSWORD.
    lead: raw`(?<![\w-])(?:-u|-U|--user|--proxy-user|--ftp-user)(?:=|[ \t]{0,4})(?:\\{0,7}["'])?[\w.@%+-]{1,128}:`,
    // Not the numbers of a user and a group.
    secret: raw`(?!//|\d{1,8}(?![\w]))${noReference}[^\s"'\u0060\\]{2,}`,
  },
  {
    kind: 'password of a user',
    lead: raw`${begin}(?:sshpass|smbclient)[ \t]{1,4}-p[ \t]{0,4}(?:\\{0,7}["'])?`,
    secret: raw`${noReference}${bare}`,
  },
  {
    kind: 'netrc password',
    lead: raw`${begin}(?:machine${gap}[^\s\\]{1,128}|default)${gap}(?:(?:login|account)${gap}[^\s\\]{1,128}${gap}){0,2}(?:password|passwd)${gap}`,
    secret: raw`${noReference}[^\s"'\u0060\\]{2,}`,
  },
  {
    kind: 'registry login',
    // The files of docker and npm.
    lead: raw`(?:\\{0,7}["'](?:auth|identitytoken|registrytoken)\\{0,7}["']\s{0,4}:\s{0,4}\\{0,7}["']|_auth(?:Token)?\s{0,4}=\s{0,4}(?:\\{0,7}["'])?)`,
    secret: raw`${noReference}[\w+/=.-]{8,}`,
  },
  {
    kind: 'client key',
    lead: raw`${cased('client-key-data')}${closing}\s{0,4}:\s{0,4}(?:\\{0,7}["'])?`,
    secret: raw`[A-Za-z0-9+/=]{16,}`,
  },
  {
    kind: 'password in URL',
    lead: raw`:\/\/[^\s:@/?#"'<>]{0,256}:`,
    secret: raw`${noReference}[^\s/?#"'<>]+(?=@)`,
  },
  {
    kind: 'password in URL',
    // A token in the place of a user.
    lead: raw`:\/\/`,
    secret: raw`(?=[\w-]{0,256}\d)[\w-]{20,256}(?=@)`,
  },
  {
    kind: 'password',
    lead: raw`<[\w.:-]{0,40}(?:${passwordName}|${secretName}|${tokenName})>`,
    secret: raw`${noReference}[^\s<>]{4,}(?=<\/)`,
  },
  ...COMMAND_PASSWORDS,
  {
    kind: 'secret in a variable',
    lead:
      raw`(?:(?<=[A-Z0-9]_)(?<!PUBLIC_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?)|` +
      raw`(?<![A-Za-z0-9_])(?:TOKEN|SECRET|API_?KEY|SSHPASS))=(?:\\{0,7}["'])?`,
    // A file of variables takes anything up to the space; cutting at a comma would leave half a value.
    secret: raw`${noReference}${noExpression}[^\s"'\u0060\\]{6,}`,
  },
  {
    kind: 'password',
    lead: raw`${passwordName}(?:${assigned}|${compared})\\{0,7}["'\u0060]`,
    secret: quoted(noReference),
  },
  {
    kind: 'password',
    lead: raw`${passwordName}=`,
    secret: noReference + noExpression + noPlainWord + bare,
  },
  {
    kind: 'password',
    // After a space it may be a sentence, so it has to fill the line or to have a digit.
    lead: raw`${passwordName}${closing}[ \t]{0,4}[:=][ \t]{1,4}`,
    secret:
      noReference +
      noExpression +
      noPlainWord +
      raw`(?:${bare}(?=[ \t]{0,8}(?:$|[\r\n#]|\\{1,7}[nr]))|(?=${opaque}{0,256}\d)${opaque}{4,})`,
  },
  {
    kind: 'secret in an option',
    lead:
      raw`(?<![\w-])--(?:[a-z][a-z0-9-]{0,40}-)?(?:${passwordName}|${secretName}|${tokenName})` +
      raw`(?:=|[ \t]{1,4})(?:\\{0,7}["'])?`,
    secret: raw`(?!-)${noReference}${noPlainWord}${bare}`,
  },
  {
    kind: 'secret',
    lead: raw`${secretName}${assigned}\\{0,7}["'\u0060]`,
    secret: raw`${noReference}${opaque}{8,}`,
  },
  {
    kind: 'secret',
    // Harmless things have such names too, so the value has to look like a secret.
    lead: raw`(?:${secretName}|${tokenName})${assigned}(?:\\{0,7}["'\u0060])?`,
    secret: raw`${noReference}${noExpression}(?=${opaque}{0,256}\d)${opaque}{8,}`,
  },
];
