export const overlayClass =
  'fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-scrim p-5 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';
export const panelClass =
  'relative w-full max-w-104 break-words rounded-[1rem] border border-border bg-surface-raised px-7 pt-8 pb-6 shadow-dialog data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out';
