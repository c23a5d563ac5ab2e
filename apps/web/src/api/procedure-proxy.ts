/** `Api` without the methods that are not in `Method`, at any depth. */
export type Only<Api, Method> = {
  [Key in keyof Api as Api[Key] extends (...input: never) => unknown ? Extract<Key, Method> : Key]: Api[Key] extends (
    ...input: never
  ) => unknown
    ? Api[Key]
    : Only<Api[Key], Method>;
};

const pathKey = Symbol('path');

/** Turns `api.chat.conversations.query(input)` into `call(['chat', 'conversations'], 'query', [input])`. */
export function procedureProxy<Api>(
  call: (path: readonly string[], method: string, input: unknown[]) => unknown,
  path: readonly string[] = [],
): Api {
  const below = new Map<string, unknown>();
  return new Proxy(() => {}, {
    get(_, key) {
      if (key === pathKey) return path;
      // Not a promise, although any name would be a procedure.
      if (typeof key !== 'string' || key === 'then') return undefined;
      if (!below.has(key)) below.set(key, procedureProxy(call, [...path, key]));
      return below.get(key);
    },
    apply: (_, __, input) => call(path.slice(0, -1), path.at(-1) ?? '', input),
  }) as Api;
}

/** The path of a part of a procedure proxy. */
export const pathOf = (part: object): readonly string[] => (part as { [pathKey]: readonly string[] })[pathKey];
