import type { BackgroundWork } from './background-work.ts';
import type { BaseCtx } from './base-context.ts';
import type { Deps } from './deps.ts';
import type { Links } from './processes/links.ts';
import type { Processes } from './processes/processes.ts';

/** The services that verbs share. compose.ts builds them. Those of features are declared in services.ts, because features import this file. */
export interface Services {
  /** Owns the work that a call leaves running after its response. It is awaited before the database is closed. */
  background: BackgroundWork;
  /** The server processes on this database, and the direct connections between them. */
  processes: Processes;
  links: Links;
}

/** Everything that a call works with, except its caller. */
export type AppDeps = Deps & Services;

export type Ctx = BaseCtx & Services;
