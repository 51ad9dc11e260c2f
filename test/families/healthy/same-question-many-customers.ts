import type { Family } from '../family.ts';
import { germanConcern } from '../foreign-words.ts';

export const sameQuestionManyCustomers: Family = {
  name: 'h_same_question_many_customers',
  what: 'asks one customer after the other for their number in the same words and settles the matter (in German)',
  batch: 9,
  play(agent) {
    agent.times(14, 26, () => {
      const number = `00${agent.between(10_000, 99_999)}`;
      const concern = germanConcern(agent.random);
      agent.rest(agent.between(20_000, 300_000));
      agent.prompt(`Guten Tag, ich habe eine Frage zu: ${concern}.`);
      agent.answer('Guten Tag! Gerne helfe ich Ihnen. Wie lautet Ihre Kundennummer?');
      agent.rest(agent.between(9000, 60_000));
      if (agent.random.chance(0.3)) {
        const mistyped = number.slice(0, agent.between(3, 5));
        agent.prompt(mistyped);
        agent.call(
          'kunden_suche',
          { kundennummer: mistyped },
          {
            treffer: 0,
            kunden: [],
            hinweis: 'Kein Kunde mit dieser Nummer.',
            anfrage: agent.words.hex(8),
          },
        );
        agent.answer(
          'Vielen Dank! Leider finde ich dazu keinen Eintrag. Bitte nennen Sie mir Ihre Kundennummer.',
        );
        agent.rest(agent.between(9000, 60_000));
      }
      agent.prompt(`Meine Kundennummer ist ${number}.`);
      const name = agent.words.person();
      agent.call(
        'kunden_suche',
        { kundennummer: number },
        {
          treffer: 1,
          kunden: [{ name, seit: agent.between(1998, 2025) }],
          anfrage: agent.words.hex(8),
        },
      );
      agent.call(
        'vorgang_anlegen',
        { kundennummer: number, betreff: concern },
        { status: 'angelegt', vorgang: `V-${agent.between(100_000, 999_999)}` },
      );
      agent.answer(
        `Vielen Dank, ${name}. Ich habe einen Vorgang angelegt; Sie hören in zwei Tagen von uns. Kann ich sonst noch etwas für Sie tun?`,
      );
    });
  },
};
