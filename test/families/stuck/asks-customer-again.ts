import type { Family } from '../family.ts';
import { germanConcern } from '../foreign-words.ts';

/** The search wants the number with its leading zeros; the bot always leaves them out. */
export const asksCustomerAgain: Family = {
  name: 's_asks_customer_again',
  what: 'asks a customer for a number that the customer has given many times (in German)',
  batch: 9,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const digits = `${agent.between(10_000, 99_999)}`;
    const number = `00${digits}`;
    const concern = germanConcern(agent.random);
    agent.prompt(`Guten Tag, ich habe eine Frage zu: ${concern}.`);
    agent.answer('Guten Tag! Gerne helfe ich Ihnen. Wie lautet Ihre Kundennummer?');
    agent.loopBegins();
    agent.times(14, 22, () => {
      agent.rest(agent.between(9000, 60_000));
      agent.prompt(
        agent.pick([
          `Meine Kundennummer ist ${number}.`,
          number,
          `Das habe ich doch schon geschrieben: ${number}!`,
          `Noch einmal: ${number}. Es geht um ${concern}.`,
          `Die Nummer ist ${number}, so steht sie auf der Rechnung.`,
          `Wie gesagt, ${number}. Können Sie bitte nachsehen?`,
        ]),
      );
      agent.call(
        'kunden_suche',
        { kundennummer: digits },
        {
          treffer: 0,
          kunden: [],
          hinweis: 'Kein Kunde mit dieser Nummer.',
          anfrage: agent.words.hex(8),
        },
      );
      agent.answer(
        agent.pick([
          'Es tut mir leid, ich konnte Sie leider nicht finden. Könnten Sie mir bitte Ihre Kundennummer nennen?',
          'Vielen Dank! Leider finde ich dazu keinen Eintrag. Bitte nennen Sie mir Ihre Kundennummer.',
          'Entschuldigen Sie die Umstände. Damit ich Ihnen helfen kann, benötige ich Ihre Kundennummer.',
          'Dazu liegt mir nichts vor. Wie lautet Ihre Kundennummer bitte?',
        ]),
      );
    });
  },
};
