import { adminOperations } from '@noek/contract/admin/operations';
import { listPeopleInputSchema } from '@noek/contract/admin/schemas';
import { auditCsv } from '../features/admin/audit/audit-csv.ts';
import { listAudit } from '../features/admin/audit/list-audit.ts';
import { readFigures } from '../features/admin/figures/read-figures.ts';
import { changeUser } from '../features/admin/people/change-user.ts';
import { endUserSessions } from '../features/admin/people/end-user-sessions.ts';
import { findReadFile } from '../features/admin/people/find-read-file.ts';
import { listPeople } from '../features/admin/people/list-people.ts';
import { listSignUps } from '../features/admin/people/list-sign-ups.ts';
import { peopleTag } from '../features/admin/people/people-tag.ts';
import { listPayersWithoutPlan, readPayment } from '../features/admin/people/read-payment.ts';
import { readUserDocument } from '../features/admin/people/read-user-document.ts';
import { readUserMessages } from '../features/admin/people/read-user-messages.ts';
import { streamPeople } from '../features/admin/people/stream-people.ts';
import { liftSuspension, suspendUser } from '../features/admin/people/suspend-user.ts';
import { userNotFound } from '../features/admin/people/user-steps.ts';
import { listProviders } from '../features/admin/providers/list-providers.ts';
import { tryProvider } from '../features/admin/providers/try-provider.ts';
import { listFactors } from '../features/admin/security/list-factors.ts';
import { listFailedSignIns } from '../features/admin/security/list-failed-sign-ins.ts';
import { resetSecondFactor } from '../features/admin/security/reset-second-factor.ts';
import { previewUnkept, serveUnkept } from '../features/files/serve-file.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of administrators. */
export const adminApi = implement(
  adminOperations,
  {
    users: {
      typed: listPeople,
      async rest(ctx, { query }, c) {
        const { tag, total: everybody } = await peopleTag(ctx);
        c.header('ETag', tag);
        if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304);
        if (Object.values(query).every((value) => value === undefined)) {
          c.header('X-Total-Count', String(everybody));
          return c.body(streamPeople(ctx), 200, { 'Content-Type': 'application/json' });
        }
        const { users, total } = await listPeople(ctx, listPeopleInputSchema.parse(query));
        c.header('X-Total-Count', String(total));
        return users;
      },
    },
    signUps: listSignUps,
    changeUser,
    readUserMessages,
    userDocument: readUserDocument,
    userFileContent: async (ctx, { params }) => serveUnkept(ctx, await findReadFile(ctx, params)),
    userFilePreview: async (ctx, { params }) => previewUnkept(ctx, await findReadFile(ctx, params)),
    userPayment: readPayment,
    payersWithoutPlan: listPayersWithoutPlan,
    suspendUser,
    liftSuspension,
    endUserSessions,
    factors: listFactors,
    failedSignIns: listFailedSignIns,
    resetSecondFactor,
    audit: listAudit,
    auditFile: async (ctx, { query }, c) =>
      c.body(await auditCsv(ctx, query), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="noek-audit.csv"',
      }),
    figures: readFigures,
    providers: listProviders,
    tryProvider,
  },
  userNotFound,
);
