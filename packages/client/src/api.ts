import type { StreamedCall, StreamedEvent, TypedInput, TypedResult } from '@noek/contract/calls/declaration';
import type { declarationsByRouter } from '@noek/contract/calls/operations';

type Options = { signal?: AbortSignal };
type Query<Input, Output> = { query(input: Input, options?: Options): Promise<Output> };
type Mutation<Input, Output> = { mutate(input: Input, options?: Options): Promise<Output> };
type Subscription<Input, Event> = {
  subscribe(
    input: Input,
    handlers: {
      onData?: (value: Event) => void;
      onError?: (error: unknown) => void;
      onComplete?: () => void;
    },
  ): { unsubscribe(): void };
};

type Procedure<D> = D extends StreamedCall
  ? Subscription<
      TypedInput<D, 'input'>,
      D extends { tracked: true } ? { id: string; data: StreamedEvent<D> } : StreamedEvent<D>
    >
  : D extends { type: 'query' }
    ? Query<TypedInput<D, 'input'>, TypedResult<D, 'output'>>
    : Mutation<TypedInput<D, 'input'>, TypedResult<D, 'output'>>;

type Procedures<Ds> = {
  [Name in keyof Ds as Ds[Name] extends { type: string } ? Name : never]: Procedure<Ds[Name]>;
};

type Declared = typeof declarationsByRouter;

/**
 * Every typed procedure, as scripts call it: `api.chat.send.mutate({ … })`. It follows from the contract's declarations, so that this
 * package does not depend on the server.
 */
export type NoekApi = { [Router in keyof Declared]: Procedures<Declared[Router]> };
