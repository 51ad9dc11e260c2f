/**
 * The working tree is mounted read-only; the agent tries one way of writing after the other.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

export const readOnlyTree: Family = {
  name: 's_read_only_tree',
  what: 'tries to write into a tree that is mounted read-only by edit, redirection, tee, sed, python and copies',
  batch: 21,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const short = path.slice(words.root.length + 1);
    const [before, after] = [words.code(), words.code()];
    const erofs = 'Read-only file system';
    const ways: readonly (readonly [string, string])[] = [
      [`cat > ${short} <<'EOF'\n${after}\nEOF`, `bash: ${short}: ${erofs}`],
      [`echo '${after}' >> ${path}`, `bash: ${path}: ${erofs}`],
      [
        `sed -i 's/${words.noun()}/${words.noun()}/' ${short}`,
        `sed: couldn't open temporary file src/sed${words.opaque(6)}: ${erofs}`,
      ],
      [`cp /tmp/new.txt ${short}`, `cp: cannot create regular file '${short}': ${erofs}`],
      [`mv /tmp/new.txt ${path}`, `mv: cannot create regular file '${path}': ${erofs}`],
      [`printf '%s' "$NEW" | tee ${short}`, `tee: ${short}: ${erofs}`],
      [
        `python3 - <<'PY'\nopen("${path}", "w").write("")\nPY`,
        `Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nOSError: [Errno 30] ${erofs}: '${path}'`,
      ],
      [
        `node -e 'fs.writeFileSync("${path}", "")'`,
        `Error: EROFS: read-only file system, open '${path}'\n  errno: -30,\n  code: 'EROFS'`,
      ],
      [`chmod u+w ${short}`, `chmod: changing permissions of '${short}': ${erofs}`],
      ['git apply /tmp/fix.patch', `error: unable to write file '${short}': ${erofs}`],
      ['mount -o remount,rw /workspace', 'mount: /workspace: must be superuser to use mount.'],
    ];
    const refusal = `EROFS: read-only file system, open '${path}'`;
    agent.prompt(`Correct the ${words.noun()} in ${short}.`);
    agent.read(path, `${words.codeLines(4, 12)}\n${before}`);
    agent.loopBegins();
    agent.times(20, 32, () => {
      if (agent.random.chance(0.25)) {
        const edit = editExchange(agent.manner, path, before, after);
        agent.together([{ ...edit, text: refusal, err: agent.manner === 'claude' }]);
        return;
      }
      const [command, text] = agent.pick(ways);
      agent.shell(
        command,
        { text, exit: 1 },
        { saying: agent.pick(['', '', 'Let me write it another way.', 'This should work.']) },
      );
    });
  },
};
