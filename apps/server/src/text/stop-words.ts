import { foldedWords } from '@noek/contract/text/compared-words';

// The one list of stop words. A package (stopword, stopwords-iso) costs 7 to 9 MB, and its lists are for texts of one known language: in a
// sentence of any language, they also take away "car", "work", "son" and "name", and those of other scripts are as short to write here.

/**
 * Per language: `empty`, words that say nothing about a subject, which are articles, pronouns, prepositions, auxiliary verbs and
 * negations ("I like tea" and "I don't like tea" are about the same); `stated`, words that say as little in a statement, but matter in a
 * question ("Who won?"); and `asking`, other words with which people ask for something.
 */
const languages: readonly { empty: string; stated?: string; asking: string }[] = [
  // English
  {
    empty: `a about all am an and any are as at be been being but by can could did do does doing don for from had has have
      having he her hers him his how i if im in into is isn it its just ll m me mine more most my myself no not of on or our
      ours out re s she should so some t than that the their them then there these they this those to too up us ve was
      wasn we were what when which who whom why will with would you your yours d didn doesn aren nor`,
    stated: 'also own very now never won',
    asking: 'after because before get give know let like look many may much one over please show tell where whose',
  },
  // German
  {
    empty: `aber alle als am an auch auf aus bei bin bist da das dass dem den der des die dir doch du ein eine einem einen einer eines er
      es euch für haben habe hast hat hatte ich ihm ihn ihr im in ist ja kann kein keine keinen man mein meine meinem meinen
      meiner meines mich mir mit nach nicht noch nun nur ob oder sein seine sich sie sind so über um und uns unser unsere vom von
      war was wenn wer wie wir wird zu zum zur nie niemals`,
    asking: `wen wem wann wo wohin woher welche welcher welches warum wieso waren werden wurde kannst konnte gibt bitte mal geht erzähl
      erzähle erklär erkläre such suche finde nenn nenne zeig zeige`,
  },
  // French
  {
    empty: `au aux avec ce ces c dans de des du elle en est et eux il ils j je l la le les leur lui ma mais me même mes moi mon n ne nos
      notre nous ou par pas pour qu que qui sa se ses sont suis sur ta te tes toi ton tu un une vos votre vous y ai as ont a d s t`,
    asking: `quoi quand quel quelle quels quelles pourquoi comment combien était elles cette plaît dis parle explique`,
  },
  // Spanish
  {
    empty: `el los las lo del al un una unos unas y e o u pero más con sin por para su sus mi mis tu tus yo ella ello nos os les se si no
      es soy eres esta estoy ser ha he que como cuando donde muy ya ti en la de a me`,
    asking: 'quién cuál cuáles cuánto cuánta son era han hay dime busca',
  },
  // Italian
  {
    empty: `il gli i le uno della delle dei degli di da nel nella con per tra fra io lui lei noi voi loro mio mia miei mie tuo tua che chi
      non sono sei siamo ho hai abbiamo anche più ma e la lo del un una in a al tu mi si ha`,
    asking: 'cosa quando dove quale quali perché come quanto era hanno dimmi cerca',
  },
  // Portuguese
  {
    empty: `os as um uma uns umas ao aos dos das no na nos nas em com sem eu ele ela eles elas meu minha meus minhas seu sua que não sou
      estou tem tenho como e o a de do da para por tu me se`,
    asking: 'quem quando onde qual quais porque quanto são era',
  },
  // Dutch
  {
    empty: `de het een en van ik je jij hij zij ze wij we jullie mijn jouw zijn haar ons onze dat die dit deze te in op aan met voor niet geen
      ben bent is heb hebt heeft er maar ook nog wel wie was of`,
    asking: 'wat wanneer waar welk welke waarom hoe waren mij zich kan vertel zoek',
  },
  // Russian
  {
    empty: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня нет о из ему
      если или ни быть был до вас вам себя ей они тут есть для мы тебя их чем была чтобы тоже себе под тот этот эта это мой моя мое мои
      при об нас про им всегда никогда очень`,
    asking: 'кто кого где когда куда зачем почему какой какая какие сколько расскажи покажи найди объясни пожалуйста',
  },
  // Arabic
  {
    empty: `في من على عن إلى أن أنا هو هي هذا هذه ذلك التي الذي ما لا لم لن كان كانت مع أو ثم قد كل أنت نحن هم لي لك إن`,
    asking: 'هل أين متى كيف لماذا ماذا كم أخبرني ابحث اشرح',
  },
];

const emptyWords = new Set(languages.flatMap(({ empty, stated = '' }) => foldedWords(`${empty} ${stated}`)));
const [english, ...others] = languages.map(({ empty, asking }) => new Set(foldedWords(`${empty} ${asking}`)));

/** Whether a folded word of a statement says nothing about its subject, in any of the languages. */
export const isEmptyWord = (word: string): boolean => emptyWords.has(word);

/** Which words of a question say nothing about its subject: those of the language to which most of them belong. `words`: all of them, folded. */
export function stopWordsOf(words: readonly string[]): (word: string) => boolean {
  const hits = (stopWords: ReadonlySet<string>) => words.filter((word) => stopWords.has(word)).length;
  const stopWords = others.reduce((best, each) => (hits(each) > hits(best) ? each : best), english ?? new Set());
  return (word) => stopWords.has(word);
}
