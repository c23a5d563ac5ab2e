import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { keepTrying } from './keep-trying.ts';

/** A part of the code that loads later than the page. */
export type CodePart<Module> = {
  /** Loads it, and tries again until it succeeds. Never rejects. */
  load(): Promise<Module>;
  isLoaded(): boolean;
  /**
   * A component of it, for use within `Suspense`: its default export, or what `pick` returns. Once the part has loaded, it renders
   * immediately: React's own `lazy` always shows the fallback first, and then renders and lays out the page again.
   */
  lazy(): LazyExoticComponent<ComponentType<DefaultProps<Module>>>;
  lazy<Props>(pick: (module: Module) => ComponentType<Props>): LazyExoticComponent<ComponentType<Props>>;
};

type DefaultProps<Module> = Module extends { default: ComponentType<infer Props> } ? Props : never;

/** A part that `importPart` imports. It is imported once. */
export function codePart<Module>(importPart: () => Promise<Module>): CodePart<Module> {
  let loaded: { module: Module } | null = null;
  const load = async () => {
    loaded ??= { module: await keepTrying(importPart) };
    return loaded.module;
  };
  return {
    load,
    isLoaded: () => loaded !== null,
    lazy: <Props>(pick = (module: Module) => (module as { default: ComponentType<Props> }).default) =>
      lazy(() => {
        if (!loaded) return load().then((module) => ({ default: pick(module) }));
        const component = { default: pick(loaded.module) };
        // A settled promise would report its result only after this render.
        const known: Pick<Promise<typeof component>, 'then'> = {
          // biome-ignore lint/suspicious/noThenProperty: React takes any thenable
          then: (onLoaded) => Promise.resolve(onLoaded?.(component) as never),
        };
        return known as Promise<typeof component>;
      }),
  };
}
