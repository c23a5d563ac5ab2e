import type { StreamedCall, StreamedEvent, TypedInput, TypedResult } from '@noek/contract/calls/declaration';
import type { ErrorCode } from '@noek/contract/calls/errors';
import type { InputOf, JsonOf } from '@noek/contract/calls/operation';
import type { declarationsByRouter, OperationKey, OperationsByKey } from '@noek/contract/operations';
import type { z } from 'zod';
import type { Mutation, Query, RawInput, Subscription } from './procedures.ts';

export type { User } from '@noek/contract/auth/schemas';
export type { ErrorCode } from '@noek/contract/calls/errors';
export type { Step } from '@noek/contract/chat/answers';
export type { QueuedMessage } from '@noek/contract/chat/queue';
export type { Conversation, Message, SendResult } from '@noek/contract/chat/schemas';
export type { SearchHit } from '@noek/contract/chat/search';
export type { GenerationEvent, LiveEvent } from '@noek/contract/chat/stream';
export type { File as NoekFile } from '@noek/contract/files/schemas';
export type { Memory } from '@noek/contract/memory/schemas';

// Everything that this package knows of the contract comes through this file. The packed package has generated types in its place, which a
// test compares with these (pack/generate-types.ts).

type Declared = typeof declarationsByRouter;

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

/**
 * Every typed procedure, as scripts call it: `api.chat.send.mutate({ … })`. It follows from the contract's declarations, so that this
 * package does not depend on the server.
 */
export type NoekApi = { [Router in keyof Declared]: Procedures<Declared[Router]> };

/** Input in the path or the query. It is sent as text, so numbers and booleans are also accepted. */
type AsText<Given> = { [Name in keyof Given]: string | number | boolean | Extract<Given[Name], undefined> };
type Written<Input> = {
  [Place in keyof Input]: Place extends 'body'
    ? Input[Place] extends Uint8Array | ReadableStream
      ? RawInput
      : Input[Place]
    : AsText<Input[Place]>;
};
/** If all fields of a place are optional, the place is optional. */
type Optional<Input> = {
  [Place in keyof Input as object extends Input[Place] ? never : Place]: Input[Place];
} & { [Place in keyof Input as object extends Input[Place] ? Place : never]?: Input[Place] };

/** The documented calls by method and path: their input in each place of the request, and their JSON; null: the response is no JSON. */
export type RestCalls = {
  [Key in OperationKey]: {
    input: Optional<Written<InputOf<OperationsByKey[Key], 'input'>>>;
    json: [JsonOf<OperationsByKey[Key]>] extends [never] ? null : JsonOf<OperationsByKey[Key]>;
    file: OperationsByKey[Key]['answers'][number] extends infer Answer
      ? [Extract<Answer, { file: string }>] extends [never]
        ? false
        : true
      : never;
  };
};

type Everything = { [Router in keyof Declared]: Declared[Router][keyof Declared[Router]] }[keyof Declared];
type RefusalOf<D> = D extends { refusals: readonly (infer Refusal)[] } ? Extract<Refusal, { code: string }> : never;
type FieldsOf<Refusal> = Refusal extends { fields: infer Fields extends z.ZodType } ? z.output<Fields> : never;
type AllOf<Union> = (Union extends unknown ? (given: Union) => void : never) extends (given: infer All) => void
  ? All
  : never;

/** The extra fields of error responses, by code. Not every call that refuses with a code adds its fields. */
export type RefusalFields = {
  [Code in ErrorCode]: [Extract<RefusalOf<Everything>, { code: Code }>] extends [never]
    ? object
    : Partial<AllOf<FieldsOf<Extract<RefusalOf<Everything>, { code: Code }>>>>;
};
