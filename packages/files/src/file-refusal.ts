/** Why a file is not taken: it has no bytes, its kind is not taken, the picture has too many pixels, or it cannot be decoded. */
export type RefusalReason = 'empty' | 'kind' | 'pixels' | 'damaged';

/** A file that is not taken. The message is a sentence for people. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
