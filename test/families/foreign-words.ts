/**
 * Sentences in Spanish and German, because not every agent works in English.
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

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
