/**
 * Invoices are read one by one and booked; each booking is acknowledged in the same words.
 */
import type { Family } from '../../family.ts';

export const invoicesEntered: Family = {
  name: 'h_invoices_entered',
  what: 'reads the fields of one invoice after the other, books it, and files it; some suppliers come several times',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const suppliers = Array.from(
      { length: 5 },
      () => `${words.project()} ${agent.pick(['GmbH', 'Ltd', 'SA', 'BV'])}`,
    );
    const files = Array.from(
      { length: agent.between(14, 30) },
      (_, index) => `inbox/scan_${String(index + 1).padStart(4, '0')}.pdf`,
    );
    agent.prompt('Book the invoices in the inbox.');
    agent.call('list_files', { folder: 'inbox' }, { files });
    for (const file of files) {
      const supplier = agent.pick(suppliers);
      const total = agent.between(2000, 90_000) / 100;
      const number = `R-${agent.between(10_000, 99_999)}`;
      agent.call(
        'extract_invoice',
        { file },
        { supplier, number, total, currency: 'EUR', confidence: 0.98 },
      );
      agent.call(
        'book_invoice',
        { supplier, number, total, account: agent.pick(['4930', '4920', '3400']) },
        { status: 'booked' },
      );
      agent.call('move_file', { from: file, to: file.replace('inbox', 'done') }, { ok: true });
    }
    agent.answer(`Booked ${files.length} invoices.`);
  },
};
