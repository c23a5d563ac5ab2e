import { foldedWords, unspaced } from '@noek/contract/text/folded-words';

/**
 * Words that say nothing about a subject, folded: articles, pronouns, prepositions and auxiliary verbs of the languages that Noek
 * is used in most, and negations: "I like tea" and "I don't like tea" are about the same.
 */
const emptyWords = new Set(
  [
    // English
    'a about all also am an and any are as at be been being but by can could did do does doing don for from had has have',
    'having he her hers him his how i if im in into is isn it its just ll m me mine more most my myself no not now of on or our',
    'ours out own re s she should so some t than that the their them then there these they this those to too up us ve very was',
    'wasn we were what when which who whom why will with would you your yours d didn doesn aren won never nor',
    'user users person persons',
    // German
    'aber alle als am an auch auf aus bei bin bist da das dass dem den der des die dir doch du ein eine einem einen einer eines er',
    'es euch fur haben habe hast hat hatte ich ihm ihn ihr im in ist ja kann kein keine keinen kein man mein meine meinem meinen',
    'meiner meines mich mir mit nach nicht noch nun nur ob oder sein seine sich sie sind so uber um und uns unser unsere vom von',
    'war was wenn wer wie wir wird zu zum zur nie niemals',
    // French
    'au aux avec ce ces c dans de des du elle en est et eux il ils j je l la le les leur lui ma mais me meme mes moi mon n ne nos',
    'notre nous ou par pas pour qu que qui sa se ses sont suis sur ta te tes toi ton tu un une vos votre vous y ai as ont',
    // Spanish, Italian and Portuguese
    'el los las lo del al un una unos unas y e o u pero mas con sin por para su sus mi mis tu tus yo ella ello nos os les se si no',
    'es soy eres esta estoy ser ha he que como cuando donde muy ya ti',
    'il gli i le uno della delle dei degli di da nel nella con per tra fra io lui lei noi voi loro mio mia miei mie tuo tua che chi',
    'non sono sei siamo ho hai abbiamo anche piu ma',
    'os as um uma uns umas ao aos dos das no na nos nas em com sem eu ele ela eles elas meu minha meus minhas seu sua que nao sou',
    'estou tem tenho',
    // Dutch
    'de het een en van ik je jij hij zij ze wij we jullie mijn jouw zijn haar ons onze dat die dit deze te in op aan met voor niet geen',
    'ben bent is heb hebt heeft er maar ook nog wel',
  ].flatMap((line) => line.split(' ')),
);

/** How many letters of a word count: inflected forms mostly differ behind them. */
const countedLetters = 6;

/** The form in which a word is compared: "walnuts" and "walnut", "allergic" and "allergy" are the same. */
function stemOf(folded: string): string {
  const singular = folded.length > 3 && folded.endsWith('s') && !folded.endsWith('ss') ? folded.slice(0, -1) : folded;
  return singular.slice(0, countedLetters);
}

/**
 * The words of a text that say what it is about, as stems in order, with repetitions. Scripts without spaces give pairs of
 * neighbouring characters.
 */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  const isSpaced = !unspaced.test(text);
  for (const word of foldedWords(text)) {
    if (!isSpaced && unspaced.test(word)) stems.push(...pairsOf(word));
    else if (!emptyWords.has(word)) stems.push(stemOf(word));
  }
  return stems;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
