import { appOperations } from '@noek/contract/auth/app-operations';
import { allowApp } from '../features/auth/apps/authorization/allow-app.ts';
import { allowDevice, findDevice, refuseDevice } from '../features/auth/apps/authorization/answer-device.ts';
import { appRequest } from '../features/auth/apps/authorization/app-request.ts';
import { appNotFound, disconnectApp } from '../features/auth/apps/disconnect-app.ts';
import { listApps } from '../features/auth/apps/list-apps.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of connected apps. */
export const appsApi = implement(
  appOperations,
  { apps: listApps, disconnectApp, appRequest, allowApp, findDevice, allowDevice, refuseDevice },
  appNotFound,
);
