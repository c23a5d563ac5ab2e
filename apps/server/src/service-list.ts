import type { Logger } from 'pino';

/** A part of the product that begins and ends with it. */
export type Service = {
  /** What did not end in time, or could not be closed, in the log: "exports and imports". */
  name: string;
  begin?(): unknown;
  /** Ends it. Resolves to false if some of its work did not end within `graceMs` milliseconds, or within its own limit. */
  close?(graceMs: number): unknown;
};

/** Services in the order in which they begin. They close in reverse order; those of an inner list close in the order of the list. */
export class ServiceList {
  readonly #log: Pick<Logger, 'warn' | 'error'>;
  readonly #services: readonly (Service | readonly Service[])[];

  constructor(log: Pick<Logger, 'warn' | 'error'>, services: readonly (Service | readonly Service[])[]) {
    this.#log = log;
    this.#services = services;
  }

  /** Begins each service after the one before it has begun. */
  async begin(): Promise<void> {
    for (const service of this.#services.flat()) await service.begin?.();
  }

  /** Closes each service after the one before it is closed, also if that fails. Resolves to false if one failed or was not in time. */
  async close(graceMs: number): Promise<boolean> {
    let inTime = true;
    for (const { name, close } of this.#services.toReversed().flat())
      try {
        if ((await close?.(graceMs)) !== false) continue;
        this.#log.warn(`${name} did not end in time`);
        inTime = false;
      } catch (error) {
        this.#log.error({ err: error }, `${name} could not be closed`);
        inTime = false;
      }
    return inTime;
  }

  /** What begins and what closes, by name, each in order. */
  get order(): { begin: string[]; close: string[] } {
    const names = (services: readonly Service[], end: 'begin' | 'close') =>
      services.filter((service) => service[end]).map(({ name }) => name);
    return { begin: names(this.#services.flat(), 'begin'), close: names(this.#services.toReversed().flat(), 'close') };
  }
}
