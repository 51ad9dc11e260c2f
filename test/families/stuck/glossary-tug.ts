import type { Family } from '../family.ts';

const PAIRS = [
  ['Auftraggeber', 'Kunde'],
  ['Endgerät', 'Gerät'],
  ['Rechner', 'Computer'],
  ['Mitarbeitende', 'Beschäftigte'],
] as const;

const WISHES = [
  (now: string, wish: string) =>
    `Im dritten Absatz steht „${now}“. Laut Vorgabe heißt es „${wish}“. Bitte ändern.`,
  (now: string, wish: string) => `Bitte „${wish}“ statt „${now}“ verwenden (Absatz 3).`,
  (now: string, wish: string) =>
    `Absatz 3 weicht vom Wortschatz ab: „${now}“ → „${wish}“. Danach ist der Text freigegeben.`,
  (now: string, wish: string) =>
    `Fast fertig! Nur „${now}“ im dritten Absatz müsste noch „${wish}“ heißen.`,
];

/** Two agents review by lists that contradict each other, and this one obeys whoever spoke last. */
export const glossaryTug: Family = {
  name: 's_glossary_tug',
  what: 'changes one word of a text to and fro as two reviewing agents ask in turn (in German)',
  batch: 11,
  limit: 14,
  play(agent) {
    const path = `${agent.words.root}/texte/${agent.words.noun()}.md`;
    const pair = agent.pick(PAIRS);
    const frame = agent.pick([
      (word: string) => `Nach der Übergabe prüft ${word} die Angaben innerhalb von 14 Tagen.`,
      (word: string) => `Für jeden Auftrag ist ${word} im Formular einzutragen.`,
      (word: string) => `Ohne Angabe von ${word} kann der Vorgang nicht abgeschlossen werden.`,
    ]);
    agent.prompt(`Überarbeite ${path} und stimme dich mit beiden Lektoraten ab.`);
    agent.read(
      path,
      `# Hinweise\n\n${frame(pair[0])}\n\nDie Angaben gelten für alle Standorte. Abweichungen sind schriftlich zu melden, spätestens ${agent.between(3, 28)} Tage vor Beginn.`,
    );
    agent.loopBegins();
    agent.times(17, 25, (index) => {
      const [now, wish] = index % 2 === 0 ? [pair[0], pair[1]] : [pair[1], pair[0]];
      agent.rest(agent.between(2000, 15_000));
      agent.prompt(
        `[lektorat-${index % 2 === 0 ? 'fachsprache' : 'stil'}] ${agent.pick(WISHES)(now, wish)}`,
      );
      if (agent.random.chance(0.3)) agent.shell(`grep -n "${now}" ${path}`, `12:${frame(now)}`);
      agent.edit(path, frame(now), frame(wish));
      agent.answer(
        agent.pick([
          `Erledigt, im dritten Absatz steht jetzt „${wish}“.`,
          `Danke für den Hinweis! Ich habe „${now}“ durch „${wish}“ ersetzt.`,
          'Ist geändert. Bitte um erneute Prüfung.',
          'Angepasst, danke.',
        ]),
      );
    });
  },
};
