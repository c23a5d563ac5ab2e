import { codePart } from '../../../components/base/code-part.ts';

/** The menus and the title of the header, which only signed-in people see. */
export const headerMenusCode = codePart(() => import('./signed-in/header-menus.tsx'));
export const headerTitleCode = codePart(() => import('./signed-in/header-title.tsx'));
