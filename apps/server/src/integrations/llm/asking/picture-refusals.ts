/** OpenRouter answers 404, llama.cpp 500; gateways pass errors on as 502. */
const statuses: readonly number[] = [400, 404, 413, 415, 422, 500, 501, 502];

/**
 * How servers name pictures, or the list of parts that a message with pictures is sent as. The name of a model, such as "llama3.2-vision",
 * says nothing.
 */
const pictures =
  /(?<![-/])\b(?:images?|vision|multi-?modal)\b(?![-:]\w)|image_?url|content[ .]type|type in content|content must be a string/i;

const notTaken =
  /(?:not|n't) support|that support|only\b.*\bsupported|not (?:supported|enabled|allowed|available|a multi)|not loaded|missing data|at most 0|unknown variant|unexpected item|must be a string|allowed values/i;

/** Complaints about one picture, or about their number: the model does take pictures. */
const thisPicture =
  /\bformats?\b|too (?:large|big|small|many)|exceed|dimension|pixels|decode|(?:could not|unable to|failed to) (?:process|load)|(?:in)?valid image|at most [1-9]/i;

/** Whether an error is about pictures. */
export const isAboutPictures = (status: number, text: string): boolean =>
  statuses.includes(status) && pictures.test(text);

/** Whether an error says that the model takes no pictures at all. */
export const isPictureRefusal = (status: number, text: string): boolean =>
  isAboutPictures(status, text) && notTaken.test(text) && !thisPicture.test(text);
