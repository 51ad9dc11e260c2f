import type { Family } from '../family.ts';

const SHOPS = 'Lyon,Nantes,Lille,Bordeaux,Strasbourg,Rennes,Toulouse,Grenoble'.split(',');

export const curiousManager: Family = {
  name: 'h_curious_manager',
  what: 'a person asks for the turnover of the same few shops again and again on a sale day (in French)',
  batch: 11,
  play(agent) {
    const turnover = new Map(SHOPS.map((shop) => [shop, agent.between(400, 4000)]));
    const shops = SHOPS.slice(agent.between(0, 2), agent.between(4, 7));
    agent.prompt(
      'Bonjour ! Aujourd’hui c’est les soldes, je vais te demander souvent les chiffres.',
    );
    agent.answer('Bonjour ! Avec plaisir, demandez quand vous voulez.');
    let shop = agent.pick(shops);
    agent.times(22, 36, () => {
      agent.rest(agent.between(60_000, 900_000));
      const isSame = agent.random.chance(0.45);
      if (!isSame) shop = agent.pick(shops);
      agent.prompt(
        isSame
          ? agent.pick(['Et maintenant ?', 'Toujours pareil ?', 'Et là ?', 'Ça a bougé ?'])
          : agent.pick([
              `Le chiffre de ${shop} ?`,
              `Et ${shop} ?`,
              `Où en est ${shop} ?`,
              `${shop}, s’il te plaît.`,
            ]),
      );
      // At a quarter of the looks nobody has bought anything since the last one.
      const before = turnover.get(shop) ?? 0;
      const now = agent.random.chance(0.25) ? before : before + agent.between(12, 380);
      turnover.set(shop, now);
      agent.call(
        'chiffre_affaires',
        { boutique: shop, jour: 'aujourd’hui' },
        { boutique: shop, montant: now, devise: 'EUR', tickets: Math.floor(now / 40) },
      );
      agent.answer(
        now === before
          ? agent.pick([
              `Toujours ${now} € à ${shop}.`,
              `Pas de changement : ${shop} est à ${now} €.`,
            ])
          : agent.pick([
              `${shop} est à ${now} €.`,
              `À ${shop}, on en est à ${now} €.`,
              `${now} € pour ${shop}.`,
            ]),
      );
    });
  },
};
