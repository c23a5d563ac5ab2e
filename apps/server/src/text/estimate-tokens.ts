/**
 * An upper estimate of the tokens of a text, from its bytes: about 4 bytes per token in English, 3 in most other scripts. A
 * tokenizer would be exact, but a hostile text could keep it busy.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4;
