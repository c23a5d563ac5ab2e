import type { Database } from '@noek/db/database';
import type { AddedCharge, Charge } from '../features/chat/allowance/allowance.ts';

/** Makes a charge in a step of its own, without a message. */
export function addCharge(db: Database, charge: Charge): Promise<AddedCharge> {
  return db.atomic((step) => {
    const added = charge.addTo(step);
    added.addShared();
    return added;
  });
}
