import type { Family } from '../family.ts';

export const scannedPage: Family = {
  name: 's_scanned_page',
  what: 'tries to read text from a page that has none, with ever other settings',
  batch: 5,
  limit: 14,
  play(agent) {
    agent.prompt('What is the invoice number on page 2?');
    const path = `/data/${agent.words.noun()}.pdf`;
    agent.loopBegins();
    agent.times(16, 26, () => {
      agent.call(
        'extract_text',
        {
          path,
          page: agent.pick([2, 2, 2, 1]),
          engine: agent.pick(['pdfminer', 'poppler', 'tesseract', 'auto']),
          dpi: agent.pick([150, 200, 300, 600]),
        },
        agent.pick(['', '{"text":""}', 'No text found on this page.']),
      );
    });
  },
};
