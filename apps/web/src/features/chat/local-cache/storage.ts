/** The key of a record: its kind, its owner and, for messages, the conversation. */
export type Key =
  | readonly [kind: 'conversations' | 'opened' | 'projects', userId: string]
  | readonly ['messages', string, number];

export type Reader = {
  get(key: Key): Promise<unknown>;
  /** All keys there are. */
  keys(): Promise<Key[]>;
};
export type Writer = Reader & {
  set(key: Key, value: unknown): void;
  delete(key: Key): void;
};

/**
 * Records on this device. The steps of one `read` or `write` are one transaction, across tabs. `steps` may await only the
 * reader it was given. Both reject when storage is switched off, full or broken.
 */
export type Storage = {
  read<T>(steps: (reader: Reader) => Promise<T>): Promise<T>;
  write<T>(steps: (writer: Writer) => Promise<T>): Promise<T>;
  close(): void;
};
