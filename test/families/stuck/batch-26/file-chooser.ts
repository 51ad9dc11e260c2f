/**
 * A file can only be sent while the page's dialog is open, which it never is when the agent sends it.
 */
import type { Family } from '../../family.ts';

export const fileChooser: Family = {
  name: 's_file_chooser',
  what: 'clicks on a button, is told that no dialog is open when it sends the file, takes a snapshot, and clicks again',
  batch: 26,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const file = `/tmp/${words.noun()}.pdf`;
    agent.prompt(`Upload ${file} to the claim on https://claims.example/new.`);
    agent.call(
      'browser_navigate',
      { url: 'https://claims.example/new' },
      '- heading "New claim"\n- button "Choose file" [ref=e14]\n- button "Send" [ref=e19]',
    );
    agent.loopBegins();
    agent.times(9, 14, () => {
      const ref = `e${agent.between(10, 60)}`;
      agent.call(
        'browser_snapshot',
        {},
        `- heading "New claim" [ref=e${agent.between(2, 9)}]\n- button "Choose file" [ref=${ref}]\n- text: No file chosen\n- button "Send" [disabled]`,
      );
      agent.call(
        'browser_click',
        { element: agent.pick(['Choose file', 'Choose file button', 'the file input']), ref },
        `Clicked.\n- button "Choose file" [ref=${ref}] [active]\n- text: No file chosen`,
      );
      agent.call(
        'browser_file_upload',
        { paths: [file] },
        'Error: The tool "browser_file_upload" can only be used when there is related modal state present.',
        {
          failed: agent.random.chance(0.7),
          saying: agent.pick(['', 'Uploading the file.', 'Let me click on it once more first.']),
        },
      );
    });
  },
};
