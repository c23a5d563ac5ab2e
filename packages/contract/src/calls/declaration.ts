import type { z } from 'zod';
import type { Access, FreshProof, Operation } from './operation.ts';
import type { TokenAccess } from './token-scopes.ts';

/**
 * The documented path of a typed call. What is absent follows from the call: parameters of the path are fields of its input, the other
 * fields are in the query (GET and DELETE) or in the body, and the response is its output. What is given here is different over REST.
 */
export type RestPath = Pick<Operation, 'method' | 'path'> &
  Partial<Pick<Operation, 'summary' | 'access' | 'token' | 'params' | 'query' | 'headers' | 'body' | 'answers'>> & {
    /** Otherwise 200. */
    status?: 201 | 202;
    /** The fields of the input that have another name in the path: `{ id: 'conversationId' }`. */
    fields?: Record<string, string>;
    /** The response is this list of the output, and the Link header names the page after it, from `nextCursor`. */
    pageOf?: string;
  };

type Shared = {
  /** A sentence for people. */
  summary: string;
  access: Access;
  /** The scope that a personal API token needs; 'never' refuses every token. */
  token: TokenAccess;
  /** Otherwise none is needed. */
  freshProof?: FreshProof;
};

/** A typed procedure that responds once, and its documented path, if it has one. */
export type TypedCall = Shared & {
  type: 'query' | 'mutation';
  input?: z.ZodType;
  output: z.ZodType;
  /** Errors that cannot be derived from the rest of the declaration; see `refusalsOf`. */
  refusals?: Operation['refusals'];
  /** Valid input without the parameters of the path. Leave out values that only a running server knows, such as ids. */
  example?: Record<string, unknown>;
  rest?: RestPath;
};

/** A typed procedure that responds with events. If it is `tracked`, each has an id, from which a stream can be resumed. */
export type StreamedCall = Shared & {
  type: 'subscription';
  input?: z.ZodType;
  event: z.ZodType;
  tracked?: true;
};

/** A verb as callers know it, declared once: a typed procedure with or without a documented path, or a documented path alone. */
export type Declaration = TypedCall | StreamedCall | Operation;

/** The verbs of a feature, by the names of their procedures. */
export type Declarations = Record<string, Declaration>;

export const isTyped = (declaration: Declaration): declaration is TypedCall | StreamedCall => 'type' in declaration;

/** What a typed call is sent (`input`) or what its verb gets (`output`). */
export type TypedInput<D, As extends 'input' | 'output'> = D extends { input: infer Input extends z.ZodType }
  ? Input['_zod'][As]
  : // biome-ignore lint/suspicious/noConfusingVoidType: an argument of this type may be left out.
    void;
/** What a verb returns (`input`) or what its caller gets (`output`). */
export type TypedResult<D, As extends 'input' | 'output'> = D extends { output: infer Output extends z.ZodType }
  ? Output['_zod'][As]
  : never;
/** One event of a streamed call, without its id. */
export type StreamedEvent<D> = D extends { event: infer Event extends z.ZodType } ? z.output<Event> : never;
