import type { ApiProcedure } from '@noek/contract/calls/api-reference';
import type { DeclaredProcedure } from '../documents/every-procedure.ts';

/** The typed procedures that do not refuse guests. A test calls every procedure as a guest and compares. */
const open: ReadonlySet<string> = new Set([
  'auth.user',
  'auth.signUp',
  'auth.login',
  'auth.logout',
  'auth.verifyEmail',
  'auth.resendVerification',
  'auth.forgotPassword',
  'auth.resetPassword',
  'auth.undoEmailChange',
  'auth.crossDomainLogin',
  'auth.crossDomainLogout',
  'auth.testLogin',
  'chat.conversation',
  'chat.delete',
  'chat.changeAnswerSettings',
  'chat.restore',
  'chat.shared',
  'chat.continueShared',
  'chat.messages',
  'chat.messagePage',
  'chat.send',
  'chat.regenerate',
  'chat.continue',
  'chat.showVersion',
  'chat.rate',
  'chat.stop',
  'chat.events',
  'chat.live',
  'chat.allowance',
  'chat.guestStatus',
  'reports.answer',
  'reports.share',
]);

/** Who may call a typed procedure. Its verb decides that; this is for the documentation. */
export const accessOf = ({ path, isForAdministrators }: DeclaredProcedure): ApiProcedure['access'] =>
  isForAdministrators ? 'admin' : open.has(path) ? 'anyone' : 'signed-in';
