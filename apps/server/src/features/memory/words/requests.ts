// What people say to have something remembered or forgotten, recognised without a model, so that it works with every model.

/** Politeness and filler words before a request. */
const before =
  "(?:(?:hey|hi|hello|ok|okay|also|and|so|oh|btw|by the way|please|pls|kindly|noek|hallo|und|also|bitte|ach|übrigens|et|aussi|y|también|por favor|per favore|e|también|alsjeblieft|en|s'il (?:te|vous) pla[iî]t)[,!:]?\\s+)*";
const asking =
  "(?:(?:can|could|would|will) you\\s+(?:please\\s+)?|i(?:'d|’d| would) like you to\\s+|i want you to\\s+|i need you to\\s+|you (?:should|must)\\s+|(?:kannst|könntest|würdest) du\\s+(?:dir\\s+)?(?:bitte\\s+)?|(?:peux|pourrais)[- ]tu\\s+|(?:puedes|podrías)\\s+|(?:puoi|potresti)\\s+|(?:podes|pode|poderia)\\s+|(?:kun|kan) je\\s+)?";

const start = `^${before}${asking}`;
const pattern = (source: string) => new RegExp(`${start}(?:${source})`, 'iu');

/** Each matches up to the beginning of what is to be remembered. */
const remember = [
  // English
  pattern(
    '(?:always )?(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|note down)(?: for (?:me|later|next time|the future))?,?(?: (?:that|of the fact that|the fact that|the following|this|of this)\\b(?!\\s+(?:is|was|for|when|about)\\b))?\\s*:\\s*',
  ),
  pattern(
    '(?:always )?(?:remember|memori[sz]e|keep in mind|bear in mind|make a note|take note|note down)(?: for (?:me|later|next time|the future))?,? (?:that|the fact that)[,:]? (?!time\\b|day\\b|one\\b)',
  ),
  pattern("(?:always )?(?:remember|memori[sz]e) (?=(?:my|our|i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve))\\b)"),
  pattern('(?:always )?remember (?=to (?:always|never|call|use|answer|reply|write|address|keep|avoid|speak)\\b)'),
  pattern(
    "(?:please )?(?:don['’]?t|do not|never) (?:ever )?forget,?(?: that)?:? (?!to\\b|about\\b|it\\b|this\\b|me\\b)",
  ),
  pattern(
    '(?:save|add|store|put|write) (?:this |the following |it )?(?:to|in|into) (?:your |the )?memory(?: that)?\\s*[:,]?\\s+',
  ),
  // German
  pattern('merke? (?:dir|es dir)(?: bitte| doch)?(?: mal)?(?:,? ?dass|,? das|:| folgendes:| das:| noch:)\\s*'),
  pattern('(?:dir )?(?:bitte )?merken(?:, dass|:)\\s*'),
  pattern('denke? (?:bitte )?(?:daran|dran),? dass\\s+'),
  pattern('vergiss (?:bitte )?(?:nicht|nie),? ?(?:dass|:)\\s*'),
  pattern('(?:behalte?|speicher[e]?)(?: dir)?(?: bitte)?(?: im (?:kopf|gedächtnis))?(?:, dass|:)\\s*'),
  // French
  pattern(
    "(?:souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|retiens|retenez|note|notez|te souvenir|retenir)(?: bien)?(?: que?\\s+| qu['’]|\\s*:\\s*)",
  ),
  pattern("n[’']?(?:oublie|oubliez) (?:pas|jamais)(?: que?\\s+| qu['’]|\\s*:\\s*)"),
  // Spanish
  pattern(
    '(?:recuerda|recuerde|acuérdate de|acuerdate de|recordar|ten en cuenta|anota|memoriza|no (?:te )?olvides(?: de)?)(?: que\\s+|\\s*:\\s*)',
  ),
  // Italian
  pattern('(?:ricorda|ricordati|ricordare|tieni a mente|non dimenticare|memorizza)(?: che\\s+|\\s*:\\s*)'),
  // Portuguese
  pattern(
    '(?:lembra|lembre|lembra-te|lembre-se|lembrar|memoriza|não (?:te )?esqueças|não se esqueça)(?: de)?(?: que\\s+|\\s*:\\s*)',
  ),
  // Dutch
  pattern('(?:onthoud|onthouden|vergeet niet|vergeet nooit|denk eraan)(?: alsjeblieft)?(?:,? dat\\s+|\\s*:\\s*)'),
  // Japanese and Chinese, in which what is to be remembered follows the verb
  /^(?:请|請)?(?:你)?(?:帮我|幫我)?(?:记住|記住|记得|記得|记一下)[,，:：、\s]*/u,
  /^(?:覚えておいて|覚えて|おぼえて)(?:ください)?[,、:：。\s]+/u,
];
/** In Japanese, the verb may also come last. */
const rememberAtEnd = /^(.+?)(?:って|と|を|ことを)(?:覚えておいて|覚えて|おぼえて)(?:ください|ね)?$/u;

/** What is to be remembered comes first, in the same sentence or in the one before: "I'm vegan. Please remember that." */
const afterwards =
  "(?:remember|memori[sz]e|note|don['’]?t forget|do not forget|keep) (?:that|this|it)(?: for (?:me|later|next time|the future))?|keep (?:that|this|it) in mind|merke? dir (?:das|es)|vergiss (?:das|es) nicht|souviens[- ]toi(?:-en)?|souviens[- ]t['’]en|ne l['’]oublie pas|recuérdalo|no lo olvides|ricordalo|ricordatelo|lembra-te disso|lembre-se disso|onthoud dat";
const requestAfterwards = new RegExp(`${start}(?:${afterwards})(?: please| bitte| ok(?:ay)?)?$`, 'iu');
const requestAtEnd = new RegExp(
  `^(.{3,}?)[,;:–—-]?\\s+(?:(?:and|so|und|also|et|y|e|en)\\s+)?(?:(?:please|pls|bitte)\\s+)?(?:${afterwards})(?:[,]? (?:please|bitte))?$`,
  'iu',
);

/** Each matches up to the beginning of what is to be forgotten. */
const forget = [
  // English
  pattern(
    'forget (?:that |the fact that |about |all about |what i (?:said|told you) about |everything (?:about|i (?:said|told you) about|you know about) |(?=my |our ))(?:the fact that |that )?',
  ),
  pattern('stop remembering (?:that |about )?'),
  pattern("(?:don['’]?t|do not|no longer) remember (?:that |about |anymore that )"),
  pattern('(?:delete|remove|erase|drop|clear) (?:the |your )?memor(?:y|ies) (?:that|about|of|with) '),
  pattern('(?:delete|remove|erase|drop|clear) (?=.+ from (?:your |the )?memor(?:y|ies)$)'),
  // German
  pattern(
    'vergiss(?: bitte)? ?(?!nicht\\b|nie\\b)(?:,? ?dass |alles über |alles, was ich über |was ich über |(?=(?:meine?[nrsm]?|unsere?[nrsm]?)\\b))',
  ),
  pattern('(?:lösche?|entferne?) (?:bitte )?(?=.+ aus (?:deinem|dem) gedächtnis$)'),
  pattern('(?:lösche?|entferne?) (?:bitte )?(?:die erinnerung (?:an|über) |die erinnerung, dass )'),
  // French, Spanish, Italian, Portuguese, Dutch
  pattern(
    "(?:oublie|oubliez) (?!pas\\b|jamais\\b)(?:que |qu['’]|tout sur |ce que je t['’]ai dit sur |(?=(?:mon|ma|mes|notre|nos) ))",
  ),
  pattern('olvida (?:que |todo sobre |lo de |(?=(?:mi|mis|nuestro|nuestra) ))'),
  pattern('dimentica (?:che |tutto su |(?=(?:il mio|la mia|i miei|le mie) ))'),
  pattern('esque(?:ce|ça|cer?) (?:que |tudo sobre |(?=(?:o meu|a minha|meu|minha) ))'),
  pattern('vergeet (?!niet\\b|nooit\\b)(?:dat |alles over |(?=(?:mijn|onze|ons) ))'),
  /^(?:请|請)?(?:忘记|忘記|忘掉)[,，:：\s]*/u,
];
/** What people add to what is to be forgotten. */
const afterForget =
  /(?: gesagt habe| erzählt habe| from (?:your |the )?memor(?:y|ies)| aus (?:deinem|dem) gedächtnis|[,;] ?(?:please|bitte|ok|okay)|,? any ?more)$/iu;

/** Objects that name nothing: "forget that", "forget it". */
const nothing =
  /^(?:it|this|that|all|everything|all of (?:it|that)|me|him|her|them|what i (?:just )?said|about (?:it|that|this)|es|das|alles|mich|ça|cela|tout|eso|todo|ciò|tutto|isso|tudo|dat|alles)?$/iu;

/** Questions are requests only if they ask for it: "Can you remember that …?" */
const asksForIt = new RegExp(
  `^${before}(?:can|could|would|will|kannst|könntest|würdest|peux|pourrais|puedes|podrías|puoi|potresti|podes|pode|poderia|kun|kan)\\b`,
  'iu',
);

/** A part of a message that somebody else may have written, taken out by ownText. */
export const takenOut = '\ufffc';

export type MemoryRequests = {
  /** What is to be remembered, in the person's words. */
  remember: string[];
  /** What is to be forgotten, in the person's words. */
  forget: string[];
};

/** How many requests of one message are followed. */
const mostRequests = 5;

/**
 * What a person asks to have remembered or forgotten, sentence by sentence. `text` is what they wrote themselves (ownText).
 * A request that depends on a part that was taken out is not one.
 */
export function memoryRequestsIn(text: string): MemoryRequests {
  const requests: MemoryRequests = { remember: [], forget: [] };
  let last: string | undefined;
  for (const sentence of sentencesOf(text)) {
    const before = last;
    last = sentence;
    if (requests.remember.length + requests.forget.length >= mostRequests) break;
    if (sentence.includes(takenOut) || (/[?？]$/u.test(sentence) && !asksForIt.test(sentence))) continue;
    const bare = withoutEnd(sentence);
    const kept = requestAfterwards.test(bare)
      ? statementIn(before)
      : (objectOf(bare, remember) ?? rememberAtEnd.exec(bare)?.[1] ?? requestAtEnd.exec(bare)?.[1]?.trim());
    if (kept !== undefined) {
      if (!nothing.test(kept)) requests.remember.push(kept);
      continue;
    }
    const dropped = objectOf(bare, forget)?.replace(afterForget, '').replace(afterForget, '').trim();
    if (dropped !== undefined && !nothing.test(dropped)) requests.forget.push(dropped);
  }
  return requests;
}

/** Words with which people ask to forget, in any form. */
const forgetWords =
  /\b(?:forget|delete|remove|erase|drop|no longer|not any ?more|stop remembering|don['’]?t remember|vergiss|vergessen|lösch|entfern|nicht mehr|oubli|efface|supprim|ne .{1,30} plus|olvid|borra|elimina|ya no|dimentic|cancella|non .{1,30} più|esque[cç]|apag|vergeet|verwijder|niet meer)|忘|删除|削除/iu;

/** Whether the text that a person wrote (ownText) asks to forget something, in whatever words. */
export const asksToForget = (text: string): boolean => forgetWords.test(text);

/** The sentence without its end, if it states something that the person wrote. */
function statementIn(sentence: string | undefined): string | undefined {
  if (sentence === undefined || sentence.includes(takenOut) || /[?？]$/u.test(sentence)) return undefined;
  return withoutEnd(sentence);
}

const ends = new Set('.!?。！？… ');

function withoutEnd(sentence: string): string {
  let length = sentence.length;
  while (length > 0 && ends.has(sentence[length - 1] ?? '')) length--;
  return sentence.slice(0, length);
}

function objectOf(sentence: string, patterns: readonly RegExp[]): string | undefined {
  for (const each of patterns) {
    const match = each.exec(sentence);
    if (match) return sentence.slice(match[0].length).trim();
  }
  return undefined;
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
