/**
 * Sentences in Spanish, German and Japanese, because not every agent works in English.
 */
import type { SeededRandom } from '../simulation/seeded-random.ts';

const SPANISH = {
  who: 'la abuela,el capitán,mi hermano,la maestra,el viejo molinero,Doña Inés,el forastero,la niña del puerto,el alcalde,aquel pescador'.split(
    ',',
  ),
  did: 'cerró la puerta,guardó la carta,miró hacia el mar,encendió la lámpara,no quiso responder,contó las monedas,perdió el último tren,llamó a los perros,olvidó su sombrero,subió la escalera despacio'.split(
    ',',
  ),
  when: 'al amanecer,aquella noche,cuando cesó la lluvia,después de la misa,en pleno agosto,antes de la cena,sin decir palabra,como cada domingo,mientras sonaba el reloj,bajo los naranjos'.split(
    ',',
  ),
};

/** The same story told in English, piece for piece. */
const ENGLISH = {
  who: 'Grandmother,the captain,my brother,the schoolmistress,the old miller,Doña Inés,the stranger,the girl from the harbour,the mayor,that fisherman'.split(
    ',',
  ),
  did: 'shut the door,put the letter away,looked out to sea,lit the lamp,would not answer,counted the coins,missed the last train,called the dogs,forgot his hat,climbed the stairs slowly'.split(
    ',',
  ),
  when: 'at dawn,that night,when the rain had stopped,after mass,in the middle of August,before supper,without a word,as on every Sunday,while the clock was striking,under the orange trees'.split(
    ',',
  ),
};

const GERMAN_CONCERNS =
  'die Rechnung vom letzten Monat,meine Lieferung,den gekündigten Vertrag,die doppelte Abbuchung,das defekte Gerät,die neue Anschrift,den fehlenden Gutschein,die Garantie,den Rücksendeschein,das Passwort'.split(
    ',',
  );

const JAPANESE_TITLES =
  '海辺の図書館,夜行列車の記録,小さな町の歴史,雪国の台所,江戸の水路,山の郵便局,星を測る人,灯台守の日記,紙と墨の科学,川の地図,古い駅の写真集,茶の道,港町の音楽,森林と経済,北の漁村,都市の鳥'.split(
    ',',
  );
const JAPANESE_NAMES =
  '佐藤 健,鈴木 美咲,高橋 修,田中 由紀,伊藤 直樹,渡辺 恵,山本 浩,中村 綾,小林 誠,加藤 千夏'.split(
    ',',
  );

/** A paragraph of a story: the places of its sentences in the lists, so that it can be told in both languages. */
export type Paragraph = readonly (readonly [number, number, number])[];

export function paragraph(random: SeededRandom, sentences: number): Paragraph {
  return Array.from(
    { length: sentences },
    () => [random.between(0, 9), random.between(0, 9), random.between(0, 9)] as const,
  );
}

export function inSpanish(text: Paragraph): string {
  return text
    .map(([who, did, when]) =>
      sentence(`${SPANISH.when[when]}, ${SPANISH.who[who]} ${SPANISH.did[did]}.`),
    )
    .join(' ');
}

/** In English, the parts of each sentence in one of two orders, as translators differ. */
export function inEnglish(text: Paragraph, random: SeededRandom): string {
  return text
    .map(([who, did, when]) => {
      const act = `${ENGLISH.who[who]} ${ENGLISH.did[did]}`;
      const time = ENGLISH.when[when] ?? '';
      return sentence(random.chance(0.5) ? `${time}, ${act}.` : `${act} ${time}.`);
    })
    .join(' ');
}

export function germanConcern(random: SeededRandom): string {
  return random.pick(GERMAN_CONCERNS);
}

export function japaneseTitle(random: SeededRandom): string {
  return random.pick(JAPANESE_TITLES);
}

export function japaneseName(random: SeededRandom): string {
  return random.pick(JAPANESE_NAMES);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
