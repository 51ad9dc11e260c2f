/**
 * A long recording is cut into clips and each clip is transcribed; the cutting prints nothing.
 */
import type { Family } from '../../family.ts';

export const clipsCut: Family = {
  name: 'h_clips_cut',
  what: 'cuts clip after clip out of a recording and transcribes each; some are silent',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const source = `${words.noun()}_session.wav`;
    const clips = agent.between(14, 28);
    agent.prompt(`Cut ${source} by the marks in marks.csv and transcribe every clip.`);
    let at = 0;
    const marks = Array.from({ length: clips }, () => {
      at += agent.between(20, 90);
      return at;
    });
    agent.shell('cat marks.csv', marks.join('\n'));
    for (const [index, mark] of marks.entries()) {
      const clip = `clips/${String(index + 1).padStart(2, '0')}.wav`;
      agent.shell(
        `ffmpeg -v error -y -ss ${mark} -t ${agent.between(15, 60)} -i ${source} -c copy ${clip}`,
        '',
      );
      agent.shell(
        `whisper ${clip} --model small --output_format txt --output_dir clips | tail -1`,
        agent.random.chance(0.2) ? '[BLANK_AUDIO]' : words.sentence(),
      );
    }
    agent.answer('All clips are transcribed.');
  },
};
