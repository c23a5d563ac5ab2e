import { authRouter } from './features/auth/auth.router.ts';
import { chatRouter } from './features/chat/chat.router.ts';
import { memoryRouter } from './features/memory/memory.router.ts';
import { router } from './trpc.ts';

/** Every typed procedure of the product, one router a feature. */
export const appRouter = router({ auth: authRouter, chat: chatRouter, memory: memoryRouter });
export type AppRouter = typeof appRouter;
