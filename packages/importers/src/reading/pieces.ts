/** A page that an answer cites. */
export type Cited = { url: string; title: string; quote: string };

/** A part of a text: Markdown, or what is cited at this place. */
export type Piece = string | readonly Cited[];

/** A place of a text, and what replaces it. */
export type Cut = { from: number; to: number; by: readonly Piece[] };
