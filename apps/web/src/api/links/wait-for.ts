import { TRPCClientError } from '@trpc/client';
import { type Observable, observable, type Unsubscribable } from '@trpc/server/observable';

/** The answer of `ask`, which is called when `wait` has resolved (null: now). Fails with the error of `wait`. */
export function waitFor<Value, Failure>(
  wait: Promise<unknown> | null,
  ask: () => Observable<Value, Failure>,
): Observable<Value, Failure> {
  if (!wait) return ask();
  return observable((observer) => {
    let asked: Unsubscribable | undefined;
    let left = false;
    wait.then(
      () => {
        if (!left) asked = ask().subscribe(observer);
      },
      (error) => observer.error(TRPCClientError.from(error) as Failure),
    );
    return () => {
      left = true;
      asked?.unsubscribe();
    };
  });
}
