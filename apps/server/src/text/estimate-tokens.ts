/**
 * An upper estimate of the tokens of a text, from its bytes: about 4 bytes per token in English, 3 in most other scripts. A
 * tokenizer would be exact, but a hostile text could keep it busy.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4;

/** Larger pictures are made smaller before they are stored, and by providers. */
const longestSide = 2_048;
/** Some models read pieces of this size as one token each. */
const pieceSide = 27;
/** Others read tiles, with this many tokens for each. */
const tile = { side: 512, tokens: 260 };

/**
 * An upper estimate of the tokens of a picture for the models that are common today; without its size in pixels, for the largest one.
 */
export function tokensOfPicture({
  width,
  height,
}: {
  width?: number | undefined;
  height?: number | undefined;
} = {}): number {
  const [wide, high] = [width ?? longestSide, height ?? longestSide];
  const scale = Math.min(1, longestSide / Math.max(wide, high));
  const squares = (side: number) => Math.ceil((wide * scale) / side) * Math.ceil((high * scale) / side);
  return Math.max(squares(pieceSide), squares(tile.side) * tile.tokens) + 4;
}
