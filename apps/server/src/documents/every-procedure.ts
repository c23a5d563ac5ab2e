import {
  type Declaration,
  type Declarations,
  isTyped,
  type StreamedCall,
  type TypedCall,
} from '@noek/contract/calls/declaration';
import { declarationsByRouter } from '@noek/contract/calls/operations';

/** A typed procedure as it is declared. `path`: "chat.send". */
export type DeclaredProcedure = (TypedCall | StreamedCall) & { path: string };

/** Every typed procedure. */
export const everyProcedure = (): DeclaredProcedure[] =>
  Object.entries<Declarations>(declarationsByRouter).flatMap(([router, declared]) =>
    Object.entries<Declaration>(declared).flatMap(([name, verb]) =>
      isTyped(verb) ? [{ ...verb, path: `${router}.${name}` }] : [],
    ),
  );
