import { codePart } from '../../components/base/code-part.ts';

/** The components that only signed-in people see. */
export const sidebarCode = codePart(() => import('./sidebar/sidebar.tsx'));
export const headerMenusCode = codePart(() => import('./header/signed-in/header-menus.tsx'));
export const headerTitleCode = codePart(() => import('./header/signed-in/header-title.tsx'));
export const partsCode = codePart(() => import('./signed-in/parts.tsx'));
export const searchCode = codePart(() => import('./search/search.tsx'));

/** Loads all of it. */
export const loadSignedInCode = (): Promise<unknown> =>
  Promise.all([sidebarCode, headerMenusCode, headerTitleCode, partsCode, searchCode].map((code) => code.load()));
