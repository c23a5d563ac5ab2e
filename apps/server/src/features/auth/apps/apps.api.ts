import { appOperations } from '@noek/contract/auth/app-operations';
import { implement } from '../../../transports/implement.ts';
import { allowApp } from './allow-app.ts';
import { allowDevice, findDevice, refuseDevice } from './answer-device.ts';
import { appRequest } from './app-request.ts';
import { appNotFound, disconnectApp } from './disconnect-app.ts';
import { listApps } from './list-apps.ts';

/** The procedures and documented paths of connected apps. */
export const appsApi = implement(
  appOperations,
  { apps: listApps, disconnectApp, appRequest, allowApp, findDevice, allowDevice, refuseDevice },
  appNotFound,
);
