import { byName } from './api.ts';
import type { CallOptions, Query } from './procedures.ts';
import type { NoekApi } from './types.ts';

/** The list in a result: the result itself, or the only list in it. */
type ItemOf<Output> = Output extends readonly (infer Item)[]
  ? Item
  : Output extends object
    ? { [Name in keyof Output]: Output[Name] extends readonly (infer Item)[] ? Item : never }[keyof Output]
    : never;
type IsPage<Output> = Output extends { nextCursor: string | null } ? true : false;
type ListName<Output> = Output extends object
  ? { [Name in keyof Output]: Output[Name] extends readonly unknown[] ? Name : never }[keyof Output]
  : never;
type IsUnion<Name, Same = Name> = Name extends unknown ? ([Same] extends [Name] ? false : true) : never;
/** Whether a query returns a list: whole, or in pages that are linked by `nextCursor`. */
type IsList<Output> = Output extends readonly unknown[]
  ? true
  : IsPage<Output> extends true
    ? true
    : [ListName<Output>] extends [never]
      ? false
      : IsUnion<ListName<Output>> extends false
        ? true
        : false;

type List<Input, Output> = (
  ...given: object extends WithoutCursor<Input>
    ? [input?: WithoutCursor<Input>, options?: CallOptions]
    : [input: WithoutCursor<Input>, options?: CallOptions]
) => AsyncGenerator<ItemOf<Output>, void, void>;
type WithoutCursor<Input> = Input extends object ? Omit<Input, 'cursor'> : Record<never, never>;

/**
 * Every typed query that returns a list, as an async iterator over all of its pages: `lists.chat.conversations({ archived: true })`. The
 * next page is asked for when it is needed.
 */
export type NoekLists = {
  [Router in keyof NoekApi]: {
    [Name in keyof NoekApi[Router] as NoekApi[Router][Name] extends Query<never, infer Output>
      ? IsList<Output> extends true
        ? Name
        : never
      : never]: NoekApi[Router][Name] extends Query<infer Input, infer Output> ? List<Input, Output> : never;
  };
};

type Page = Record<string, unknown> | unknown[];

export function createLists(api: NoekApi): NoekLists {
  const routers = api as unknown as Record<string, Record<string, Query<unknown, Page>>>;
  async function* list(router: string, name: string, input: object | undefined, options?: CallOptions) {
    let cursor: unknown;
    do {
      const given = { ...input, ...(cursor !== undefined && { cursor }) };
      const page = (await routers[router]?.[name]?.query(given, options)) as Page;
      yield* itemsOf(page);
      cursor = Array.isArray(page) ? null : page.nextCursor;
    } while (cursor !== null && cursor !== undefined);
  }
  return byName((router) =>
    byName((name) => (input?: object, options?: CallOptions) => list(router, name, input, options)),
  ) as NoekLists;
}

const itemsOf = (page: Page): unknown[] =>
  Array.isArray(page) ? page : (Object.values(page).find(Array.isArray) ?? []);
