// One memory holds one fact, so that forgetting tea does not forget Lisbon. Only what is certainly several facts is split here. The rest is
// left to the model, which is asked for one fact per call.

/** Where a second clause about the person begins: "… and I like tea", "…; my dog is called Rex". */
const nextClause =
  /(?:[,;]?\s+(?:and|und)\s+(?:that\s+|dass\s+)?|;\s+)(?=(?:i|i['’](?:m|ve|d|ll)|my|ich|meine?)\s+\S)/giu;
/** A clause that is complete: "I live in Lisbon", "My cat is called Tom", not "My sister" of "My sister and I". */
const clause =
  /^(?:(?:i|i['’](?:m|ve|d|ll)|ich)\s+\S|(?:my|meine?)\s.+(?:\s(?:is|are|was|has|lives?|likes?|works?|ist|hat|heißt|mag|wohnt)\b|['’]s\s))/iu;
/** Words after which a clause may follow the "and". */
const subordinate =
  /\b(?:that|if|when|where|while|because|how|who|which|what|than|between|both|think|know|believe|say|hope|wish|guess|feel|dass|wenn|weil|wo|wie|ob|als|zwischen|sowohl)\b/iu;

/** How many facts one text is split into. A text with more is hardly a list of facts. */
const mostFacts = 8;

/** The facts that a text certainly states, in its words; the text itself if it is one, or may be. */
export function factsIn(text: string): string[] {
  const parts = text.split(nextClause).map((part) => part.trim());
  const isCertain =
    parts.length <= mostFacts &&
    parts.every((part, at) => clause.test(part) && (at === parts.length - 1 || !subordinate.test(part)));
  return isCertain ? parts : [text];
}
