/** The signal ends the call: the promise rejects with the signal's reason. */
export type CallOptions = { signal?: AbortSignal | undefined };

/** With `onRestart`, a broken stream begins from the start again, after a call of it. Without, it continues after the last event. */
export type IterateOptions = CallOptions & { onRestart?: () => void };

export type Query<Input, Output> = { query(input: Input, options?: CallOptions): Promise<Output> };
export type Mutation<Input, Output> = { mutate(input: Input, options?: CallOptions): Promise<Output> };
export type Subscription<Input, Event> = {
  /** Calls the handlers until `unsubscribe`. A broken connection is made again; `onError` gets what ended the stream. */
  subscribe(
    input: Input,
    handlers: {
      onData?: (value: Event) => void;
      onError?: (error: unknown) => void;
      onComplete?: () => void;
    },
  ): { unsubscribe(): void };
  /** The same events as an async iterator, which throws what ended the stream. */
  iterate(input: Input, options?: IterateOptions): AsyncGenerator<Event, void, void>;
};

/** What a call that takes a file is sent: its bytes, or a form with them. */
export type RawInput = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FormData;
