import { appOperations } from '@noek/contract/auth/app-operations';
import { implement } from '../../../transports/implement.ts';
import { allowApp } from './authorization/allow-app.ts';
import { allowDevice, findDevice, refuseDevice } from './authorization/answer-device.ts';
import { appRequest } from './authorization/app-request.ts';
import { appNotFound, disconnectApp } from './disconnect-app.ts';
import { listApps } from './list-apps.ts';

/** The procedures and documented paths of connected apps. */
export const appsApi = implement(
  appOperations,
  { apps: listApps, disconnectApp, appRequest, allowApp, findDevice, allowDevice, refuseDevice },
  appNotFound,
);
