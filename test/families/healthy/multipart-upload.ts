import type { Family } from '../family.ts';

export const multipartUpload: Family = {
  name: 'h_multipart_upload',
  what: 'uploads a file part by part; some parts have to be sent again after a pause',
  batch: 8,
  play(agent) {
    const file = `${agent.words.noun()}.tar`;
    agent.prompt(`Upload ${file} to the archive.`);
    const parts = agent.between(12, 26);
    for (let part = 1; part <= parts; part += 1) {
      let failures = agent.random.chance(0.3) ? agent.between(1, 2) : 0;
      while (failures > 0) {
        failures -= 1;
        agent.call(
          'upload_part',
          { file, part },
          'HTTP 503 Service Unavailable: please reduce your request rate',
          { failed: agent.random.chance(0.5) },
        );
        agent.call('wait', { seconds: 5 * (3 - failures) }, 'ok', { tookMs: 5000 });
      }
      agent.call('upload_part', { file, part }, { etag: agent.words.hex(32), part });
    }
    agent.call('complete_upload', { file }, { location: `s3://archive/${file}` });
    agent.answer('Uploaded.');
  },
};
