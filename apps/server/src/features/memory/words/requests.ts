// What people say to have something remembered or forgotten, in the plain forms that need no model, so that they work with every model.
// Whatever else they say about it is for the model and its tools.

const before =
  '^(?:(?:hey|hi|hello|ok|okay|also|and|so|by the way|please|noek|hallo|bitte|und|et|y|e|por favor|per favore|alsjeblieft|(?:can|could|would|will) you|(?:kannst|könntest) du(?: dir)?)[,!:]?\\s+)*';
const starting = (forms: readonly string[]): RegExp => new RegExp(`${before}(?:${forms.join('|')})`, 'iu');

/** Matches up to the beginning of what is to be remembered. */
const remember = starting([
  "(?:always )?(?:remember|keep in mind|(?:don['’]?t|do not|never) forget)(?:,? (?:that\\b(?! (?:time|day|one)\\b)(?: is:)?|(?:this|the following)(?=:))|(?=:)|(?= (?:my|our|we|i|(?:we|i)['’]\\w+|to (?:always|never))\\b))[,:]?\\s*",
  'save (?:this )?(?:to|in) (?:your )?memory(?: that\\b|:)\\s*',
  'merke? dir(?: bitte)?(?:,? dass\\b|:)\\s*',
  'merken(?:, dass\\b|:)\\s*',
  'vergiss (?:bitte )?nicht,? dass\\s+',
  "(?:souviens[- ]toi|n['’]oublie pas) (?:que |qu['’])",
  '(?:recuerda|no olvides) que\\s+',
  '(?:ricordati|ricorda|non dimenticare) che\\s+',
  'lembre?-(?:se|te)(?: de)? que\\s+',
  'onthoud dat\\s+',
  '请?记住[,，:：\\s]*',
]);

/** What is to be remembered is the sentence before: "I'm vegan. Please remember that." */
const rememberBefore = new RegExp(
  `${starting(['(?:remember|keep) (?:that|this)(?: in mind)?', 'merke? dir das']).source}(?:,? (?:please|bitte))?$`,
  'iu',
);

/** Matches up to the beginning of what is to be forgotten. */
const forget = starting([
  'forget (?:that |all about |about |(?:everything|what) (?:about |(?:you know|i (?:told|said to) you) about )|(?=(?:my|our) ))',
  'stop remembering (?:that )?',
  '(?:delete|remove|erase) (?:(?:the|your|all) )*memor(?:y|ies) (?:about|that|of) ',
  '(?:delete|remove|erase) (?=.+ from (?:your )?memory$)',
  'vergiss(?: bitte)?(?:,? dass | alles über | (?=(?:meine?[nrsm]?|unsere?[nrsm]?) ))',
  "oublie (?:que |qu['’]|(?=(?:mon|ma|mes) ))",
  'olvida (?:que |(?=mis? ))',
  'dimentica (?:che |(?=(?:il mio|la mia|i miei|le mie) ))',
  'esque[cç]a (?:que |(?=(?:o meu|a minha|meus|minhas) ))',
  'vergeet (?:dat |(?=(?:mijn|onze) ))',
  '请?忘[记掉][,，:：\\s]*',
]);
/** What people add to what is to be forgotten. */
const afterForget = /(?: from (?:your )?memory|,? please|,? bitte)$/iu;

/** All that is remembered. */
const forgetEverything = new RegExp(
  `${
    starting([
      '(?:forget|delete|erase|clear|remove|wipe) (?:all (?:of )?(?:(?:my|your|the) )?memories|(?:my|your|the) (?:whole |entire )?memor(?:y|ies)|(?:all|everything)(?: (?:that )?you (?:know|remember))? about me)(?: (?:of|about) me)?',
      '(?:vergiss|lösche?) (?:bitte )?(?:alle (?:meine |deine )?erinnerungen|alles(?:, was du)? über mich(?: weißt)?)',
      'oublie (?:tout sur moi|tous mes souvenirs)',
      'olvida (?:todo sobre mí|todos mis recuerdos)',
    ]).source
  }(?:,? (?:please|bitte))?$`,
  'iu',
);

/** Something to be left aside for a while is not to be forgotten. */
const passing =
  /[ ,](?:for (?:today|tonight|now|once|the moment|this\b.*|a (?:moment|minute|second|while|bit|day))|(?:just )?this (?:once|time)|für (?:heute|jetzt|den moment)|pour (?:aujourd['’]hui|l['’]instant)|por (?:hoy|ahora|oggi|hoje)|per oggi|voor (?:vandaag|nu))$/iu;

/** Objects that name nothing: "forget that", "forget it". */
const nothing =
  /^(?:it|this|that|them|me|him|her|everything|all|what i (?:just )?said|es|das|alles|ça|tout|eso|todo|dat)?$/iu;

/** Questions are requests only if they ask for it: "Can you remember that …?" */
const asksForIt = /^(?:(?:hey|hi|noek|please)[,!]?\s+)*(?:(?:can|could|would|will) you|(?:kannst|könntest) du)\b/iu;

/** A part of a message that somebody else may have written, taken out by ownText. */
export const takenOut = '\ufffc';

export type MemoryRequests = {
  /** What is to be remembered, in the person's words. */
  remember: string[];
  /** What is to be forgotten, in the person's words. */
  forget: string[];
  /** All that is remembered about the person is to be forgotten. */
  forgetEverything: boolean;
};

/** How many requests of one message are followed. */
const mostRequests = 5;

/**
 * What a person asks to have remembered or forgotten, sentence by sentence. `text` is what they wrote themselves (ownText).
 * A request that depends on a part that was taken out is not one.
 */
export function memoryRequestsIn(text: string): MemoryRequests {
  const requests: MemoryRequests = { remember: [], forget: [], forgetEverything: false };
  let last = '';
  for (const sentence of sentencesOf(text)) {
    const sentenceBefore = last;
    last = sentence;
    if (requests.remember.length + requests.forget.length >= mostRequests) break;
    if (sentence.includes(takenOut) || (/[?？]$/u.test(sentence) && !asksForIt.test(sentence))) continue;
    const bare = withoutEnd(sentence);
    const kept = rememberBefore.test(bare) ? statementIn(sentenceBefore) : objectOf(bare, remember);
    const dropped = objectOf(bare, forget)?.replace(afterForget, '').trim();
    if (kept !== undefined) {
      if (!nothing.test(kept)) requests.remember.push(kept);
    } else if (forgetEverything.test(bare)) requests.forgetEverything = true;
    else if (dropped !== undefined && !nothing.test(dropped) && !passing.test(dropped)) requests.forget.push(dropped);
  }
  return requests;
}

/** The sentence without its end, if it states something that the person wrote; otherwise nothing. */
const statementIn = (sentence: string): string =>
  sentence.includes(takenOut) || /[?？]$/u.test(sentence) ? '' : withoutEnd(sentence);

const ends = new Set('.!?。！？… ');

function withoutEnd(sentence: string): string {
  let length = sentence.length;
  while (length > 0 && ends.has(sentence[length - 1] ?? '')) length--;
  return sentence.slice(0, length);
}

function objectOf(sentence: string, start: RegExp): string | undefined {
  const match = start.exec(sentence);
  return match ? sentence.slice(match[0].length).trim() : undefined;
}

/**
 * The sentences of a text. A line that ends with a colon continues on the next lines, up to an empty one, as in a list of things
 * to remember.
 */
export function sentencesOf(text: string): string[] {
  const joined = text.replace(/:[ \t]*\n(?!\s*\n)((?:[^\n]*\S[^\n]*(?:\n|$))+)/gu, (_, lines: string) => {
    const items = lines.split('\n').map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, '').trim());
    return `: ${items.filter((item) => item !== '').join('; ')}\n`;
  });
  return joined
    .split(
      /\n+|(?<=[。！？])|(?<=[.!?…])(?<!\b(?:Dr|Mr|Mrs|Ms|St|Prof|Hr|Fr|Nr|No|vs|etc|ca|z\.\s?B|d\.\s?h|e\.g|i\.e)\.)\s+(?=[\p{Lu}\p{Lo}\p{N}"“¿¡])/u,
    )
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence !== '');
}
