import { trpc } from '../../../api/trpc.ts';
import { When } from '../../../components/dates/when.tsx';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.signUps;
const refetchMs = 30_000;

/** The people who signed up and never verified their address. Renders nothing if there are none, or before they are known. */
export function PendingSignUps() {
  const { data } = trpc.admin.signUps.useQuery(undefined, { staleTime: 0, refetchInterval: refetchMs });
  if (!data || data.signUps.length === 0) return null;
  return (
    <details className="mt-6 text-[0.875rem]">
      <summary className="min-h-10 cursor-pointer content-center rounded-control text-text-muted hover:text-text">
        {texts.summary(data.signUps.length)}
      </summary>
      <p className="mt-1 text-text-muted">{texts.help}</p>
      <ul className="mt-2 border-border border-t">
        {data.signUps.map(({ name, email, createdAt }) => (
          <li key={email} className="flex flex-wrap gap-x-4 border-border border-b px-3 py-2.5">
            <span dir="auto" className="min-w-0 break-words font-medium">
              {name}
            </span>
            <span className="min-w-0 flex-1 break-words text-text-muted">{email}</span>
            <span className="text-text-muted">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
