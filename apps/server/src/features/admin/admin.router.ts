import {
  figuresInputSchema,
  figuresSchema,
  providerRefSchema,
  providerSchema,
  providersSchema,
} from '@noek/contract/admin/figures';
import {
  adminUserRefSchema,
  adminUserSchema,
  auditPageSchema,
  changeUserInputSchema,
  listAuditInputSchema,
  listPeopleInputSchema,
  optionalReasonBodySchema,
  payerWithoutPlanSchema,
  pendingSignUpsSchema,
  peoplePageSchema,
  readPaymentSchema,
  readUserMessagesInputSchema,
  suspendBodySchema,
  userMessagesPageSchema,
} from '@noek/contract/admin/schemas';
import { messageResultSchema } from '@noek/contract/auth/schemas';
import { z } from 'zod';
import { adminProcedure, router } from '../../transports/trpc.ts';
import { listAudit } from './audit/list-audit.ts';
import { readFigures } from './figures/read-figures.ts';
import { changeUser } from './people/change-user.ts';
import { endUserSessions } from './people/end-user-sessions.ts';
import { listPeople } from './people/list-people.ts';
import { listSignUps } from './people/list-sign-ups.ts';
import { listPayersWithoutPlan, readPayment } from './people/read-payment.ts';
import { readUserMessages } from './people/read-user-messages.ts';
import { liftSuspension, suspendUser } from './people/suspend-user.ts';
import { listProviders } from './providers/list-providers.ts';
import { tryProvider } from './providers/try-provider.ts';

const withOptionalReason = optionalReasonBodySchema.extend(adminUserRefSchema.shape);

export const adminRouter = router({
  users: adminProcedure
    .input(listPeopleInputSchema)
    .output(peoplePageSchema)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  signUps: adminProcedure.output(pendingSignUpsSchema).query(({ ctx }) => listSignUps(ctx)),
  changeUser: adminProcedure
    .input(changeUserInputSchema)
    .output(adminUserSchema)
    .mutation(({ ctx, input }) => changeUser(ctx, input)),
  // A mutation, because it writes to the audit log.
  readUserMessages: adminProcedure
    .input(readUserMessagesInputSchema)
    .output(userMessagesPageSchema)
    .mutation(({ ctx, input }) => readUserMessages(ctx, input)),
  userPayment: adminProcedure
    .input(adminUserRefSchema)
    .output(readPaymentSchema)
    .query(({ ctx, input }) => readPayment(ctx, input)),
  payersWithoutPlan: adminProcedure
    .output(z.array(payerWithoutPlanSchema))
    .query(({ ctx }) => listPayersWithoutPlan(ctx)),
  suspendUser: adminProcedure
    .input(suspendBodySchema.extend(adminUserRefSchema.shape))
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
  figures: adminProcedure
    .input(figuresInputSchema)
    .output(figuresSchema)
    .query(({ ctx, input }) => readFigures(ctx, input)),
  providers: adminProcedure.output(providersSchema).query(({ ctx }) => listProviders(ctx)),
  tryProvider: adminProcedure
    .input(providerRefSchema)
    .output(providerSchema)
    .mutation(({ ctx, input }) => tryProvider(ctx, input)),
});
