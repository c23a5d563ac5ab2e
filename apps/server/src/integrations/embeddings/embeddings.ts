/** What a server is asked for, in the form of OpenAI's embeddings. */
export type EmbeddingRequest = { model: string } & Record<string, unknown>;

/** One input as numbers, or as base64 of little-endian 32-bit floats. */
export type Embedding = { index: number; embedding: readonly number[] | string };

export type EmbeddingResult = { data: Embedding[]; usage: { promptTokens: number; totalTokens: number } };

/** The models of the connected servers that turn texts into vectors. */
export type Embeddings = {
  /**
   * Asks the server that lists the model; null if none does, or if it has no embeddings. Rejects with EmbeddingError, and with the reason of
   * `signal` when that aborts.
   */
  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<EmbeddingResult | null>;
};

/** There are no vectors. `refused`: the request would fail again. `said`: what the server said about that, if it can be shown. */
export class EmbeddingError extends Error {
  readonly kind: 'refused' | 'busy' | 'failed';
  readonly said: string | null;

  constructor(kind: EmbeddingError['kind'], message: string, said: string | null = null) {
    super(message);
    this.name = 'EmbeddingError';
    this.kind = kind;
    this.said = said;
  }
}
