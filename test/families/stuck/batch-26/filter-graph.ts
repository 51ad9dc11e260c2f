/**
 * A video is converted with ever other filters; the program refuses each in the same words.
 */
import type { Family } from '../../family.ts';

export const filterGraph: Family = {
  name: 's_filter_graph',
  what: 'puts a picture over a video with ever other options, and the program ends with the same two lines each time',
  batch: 26,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const video = `${words.noun()}.mp4`;
    agent.prompt(`Put logo.png into the lower right corner of ${video}.`);
    agent.shell(
      `ffprobe -v error -show_entries stream=codec_name,width,height ${video}`,
      '[STREAM]\ncodec_name=h264\nwidth=1920\nheight=1080\n[/STREAM]',
    );
    agent.loopBegins();
    agent.times(16, 28, () => {
      const at = agent.pick([
        'W-w-10:H-h-10',
        'main_w-overlay_w-10:main_h-overlay_h-10',
        `x=${agent.between(900, 1800)}:y=${agent.between(600, 1000)}`,
      ]);
      const scale = agent.pick([
        '',
        `[1:v]scale=${agent.between(80, 400)}:-1[l];[0:v][l]`,
        '[1]format=rgba[l];[0][l]',
      ]);
      const codec = agent.pick(['', '-c:v libx264 ', '-c:a copy ', '-pix_fmt yuv420p ']);
      agent.shell(
        `ffmpeg -y -i ${video} -i logo.png -filter_complex "${scale}overlay=${at}" ${codec}out.mp4`,
        {
          text: `[AVFilterGraph @ 0x${words.hex(12)}] No such filter: 'overlay'\nError initializing complex filters: Filter not found\nConversion failed!`,
          exit: agent.pick([1, 8]),
        },
        { saying: agent.pick(['', 'Let me adjust the filter.', 'Trying a simpler graph.']) },
      );
    });
  },
};
