import type { TokenAccess } from '../auth/tokens.ts';
import type { ErrorCode } from './errors.ts';
import type { Access, Operation } from './operation.ts';

/**
 * What the developers' pages of the company site show. The server writes it from the declarations (`node
 * apps/server/generate-api-docs.ts`), and the web app renders it, because its build knows no schemas of the server. Texts may contain
 * `code` in backticks.
 */
export type ApiReference = {
  /** The sections of docs/api-guide.md and docs/api.md that the pages contain, as Markdown, by heading. */
  guide: { heading: string; text: string }[];
  /** The documents about other ways to reach Noek, as Markdown, by title. `file`: its name in docs. */
  programs: { file: string; heading: string; text: string }[];
  sections: Record<ApiSection, string>;
  areas: { title: string; calls: ApiCall[] }[];
  shapes: { name: string; fields: ApiField[] }[];
  routers: { name: string; procedures: ApiProcedure[] }[];
};

/** The headings of docs/api.md whose text the pages contain. */
export const apiSections = [
  'Rules for every call',
  'Errors',
  'Notes',
  'Event streams',
  'Personal API tokens',
  'Typed procedures',
  'The typed client',
] as const;
export type ApiSection = (typeof apiSections)[number];

/** A field of an object. `type`: as in TypeScript; `note`: what it means and its limits. */
export type ApiField = { name: string; isOptional: boolean; type: string; note: string };

/** One place of a request with input. `type`: the type of the whole, or the media type of what is not JSON, if it has no fields. */
export type ApiInput = {
  place: 'path' | 'query' | 'headers' | 'body';
  fields: ApiField[];
  type: string | null;
  note: string;
};

export type ApiAnswer = {
  status: number;
  kind: 'json' | 'events' | 'file' | 'empty';
  /** The type of the JSON, or the media type of the file. */
  type: string;
  note: string;
  headers: { name: string; note: string }[];
};

export type ApiRefusal = { status: number; code: ErrorCode; meaning: string; fields: string };

export type ApiCall = {
  method: Uppercase<Operation['method']>;
  path: string;
  summary: string;
  access: Access;
  token: TokenAccess;
  takes: ApiInput[];
  answers: ApiAnswer[];
  refusals: ApiRefusal[];
  /** A valid body, as JSON text. */
  example: string | null;
};

export type ApiProcedure = {
  /** "chat.send" */
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  summary: string;
  access: Exclude<Access, 'guest'>;
  token: TokenAccess;
  /** null: it takes nothing. */
  takes: { fields: ApiField[]; type: string | null } | null;
  /** null: a stream of events. */
  answer: string | null;
};
