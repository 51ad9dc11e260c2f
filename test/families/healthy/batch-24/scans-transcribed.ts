/**
 * A book of scans is written out page by page into one file, across compactions: view, append, next, for hours.
 */
import type { Family } from '../../family.ts';

export const scansTranscribed: Family = {
  name: 'h_scans_transcribed',
  what: 'looks at one scanned page after the other and appends its text to the same file, across compactions; some scans are read twice',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const [book, out] = [
      `${words.project()}-${agent.between(1890, 1960)}`,
      `${words.root}/book.md`,
    ];
    const pages = agent.between(35, 70);
    const compactEvery = agent.between(12, 25);
    const tool = agent.pick(['view_image', 'read_scan', 'mcp__ocr__page']);
    const start = agent.between(1, 90);
    agent.prompt(
      `Write out pages ${start} to ${start + pages - 1} of ${book} into book.md, with a heading for each page.`,
    );
    for (let index = 0; index < pages; index += 1) {
      const number = start + index;
      const file = `scans/${book}/p${String(number).padStart(4, '0')}.png`;
      const blank = agent.random.chance(0.08);
      const text = blank ? '' : words.prose(3, 6);
      const image = `[image ${agent.between(1600, 1700)}x${agent.between(2300, 2400)}]${text === '' ? '' : `\n${text}`}`;
      if (agent.random.chance(0.12)) {
        agent.call(tool, { path: file, zoom: 1 }, `[image 800x1150]\n${text.slice(0, 20)}`);
        agent.call(tool, { path: file, zoom: 2 }, image, {
          saying: 'Too small to read; looking at it larger.',
        });
      } else agent.call(tool, { path: file, zoom: 1 }, image);
      agent.shell(
        `cat >> ${out} <<'EOF'\n## Page ${number}\n\n${blank ? '[blank page]' : text}\n\nEOF`,
        '',
        { saying: agent.pick(['', '', 'Writing it down.']) },
      );
      if (index % compactEvery === compactEvery - 1) {
        agent.compact(
          `Writing out ${book} page by page into book.md. Done up to page ${number}; go on with page ${number + 1}.`,
        );
        agent.shell(`tail -3 ${out}`, blank ? '[blank page]' : text.slice(-80));
      }
    }
    agent.shell(`grep -c '^## Page' ${out}`, String(pages));
    agent.answer(`All ${pages} pages are written out.`);
  },
};
