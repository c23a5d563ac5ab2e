import type { Cluster } from './cluster.ts';

/** A kind of background work, as one round of a test gives it to the processes. */
export type Kind = {
  name: string;
  /** The steps of the process that does it: what their SQL and parameters contain, and those of no other kind. */
  steps(round: number): RegExp;
  /** Whether it has effects outside the database just before a step, such as a mail, so that the process is also killed there. */
  hasOtherEffects?: boolean;
  /** How many steps the work takes, if later ones look the same and find nothing to do. */
  mostSteps?: number;
  /** Makes what `seed` needs by asking a process, before the first round. */
  prepare?(cluster: Cluster, address: string): Promise<void>;
  /** Adds work for the processes to do. */
  seed(cluster: Cluster, round: number): Promise<void>;
  /** Throws until it is done completely and once. `stoppedBefore`: the text of the step that the killed process did not make. */
  check(cluster: Cluster, round: number, stoppedBefore: string | null): Promise<void>;
};
