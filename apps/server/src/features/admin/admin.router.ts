import {
  adminUserRefSchema,
  adminUserSchema,
  auditPageSchema,
  changeUserInputSchema,
  listAuditInputSchema,
  listPeopleInputSchema,
  optionalReasonBodySchema,
  peoplePageSchema,
  readUserMessagesInputSchema,
  reasonBodySchema,
  userMessagesPageSchema,
} from '@noek/contract/admin';
import { messageResultSchema } from '@noek/contract/auth';
import { adminProcedure, router } from '../../trpc.ts';
import { listAudit } from './audit/list-audit.ts';
import { changeUser } from './people/change-user.ts';
import { endUserSessions } from './people/end-user-sessions.ts';
import { listPeople } from './people/list-people.ts';
import { readUserMessages } from './people/read-user-messages.ts';
import { liftSuspension, suspendUser } from './people/suspend-user.ts';

const withReason = reasonBodySchema.extend(adminUserRefSchema.shape);
const withOptionalReason = optionalReasonBodySchema.extend(adminUserRefSchema.shape);

export const adminRouter = router({
  users: adminProcedure
    .input(listPeopleInputSchema)
    .output(peoplePageSchema)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  changeUser: adminProcedure
    .input(changeUserInputSchema)
    .output(adminUserSchema)
    .mutation(({ ctx, input }) => changeUser(ctx, input)),
  // A mutation, because it writes to the audit log.
  readUserMessages: adminProcedure
    .input(readUserMessagesInputSchema)
    .output(userMessagesPageSchema)
    .mutation(({ ctx, input }) => readUserMessages(ctx, input)),
  suspendUser: adminProcedure
    .input(withReason)
    .output(adminUserSchema)
    .mutation(({ ctx, input }) => suspendUser(ctx, input)),
  liftSuspension: adminProcedure
    .input(withOptionalReason)
    .output(adminUserSchema)
    .mutation(({ ctx, input }) => liftSuspension(ctx, input)),
  endUserSessions: adminProcedure
    .input(withOptionalReason)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => endUserSessions(ctx, input)),
  audit: adminProcedure
    .input(listAuditInputSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
