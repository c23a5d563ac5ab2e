/** Lets at most `size` answers run at once; in the waiting line SuperNoek goes before everybody else. */
export function answerQueue(size: number) {
  const waiting: { premium: (() => void)[]; others: (() => void)[] } = { premium: [], others: [] };
  let free = size;

  function leave(): void {
    const next = waiting.premium.shift() ?? waiting.others.shift();
    if (next) next();
    else free++;
  }

  return {
    /** Resolves to the function that frees the place, once there is one; at once when the signal aborts. */
    async enter(premium: boolean, signal: AbortSignal): Promise<() => void> {
      if (free > 0) {
        free--;
        return leave;
      }
      const line = premium ? waiting.premium : waiting.others;
      return new Promise((resolve) => {
        const take = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        const giveUp = () => {
          line.splice(line.indexOf(take), 1);
          resolve(() => {});
        };
        line.push(take);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
