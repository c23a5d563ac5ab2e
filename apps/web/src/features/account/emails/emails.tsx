import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { reasonOr } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Switch } from '../../../components/fields/switch.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.emails;

/** Whether the user gets news by email. It can also change outside this page: every such email has a link that unsubscribes. */
export function Emails() {
  const utils = trpc.useUtils();
  const query = trpc.emails.setting.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  const change = useMutation({
    // Changes are saved one after another, so that the last one counts.
    scope: { id: 'emails' },
    mutationFn: (subscribed: boolean) => utils.client.emails.changeSetting.mutate({ subscribed }),
    // A read that began earlier would show the earlier setting.
    onMutate: () => utils.emails.setting.cancel(),
    onSuccess(after) {
      utils.emails.setting.setData(undefined, after);
      toast(after.subscribed ? texts.newsOn : texts.newsOff);
    },
    meta: { failed: reasonOr(texts.failed) },
    onError: () => void utils.emails.setting.invalidate(),
  });
  const id = useId();
  return (
    <ReadSection query={query} label={texts.loading} lines={1}>
      {({ subscribed }) => (
        <Items>
          <Item
            title={texts.news}
            titleId={`${id}-news`}
            control={
              <Switch
                aria-labelledby={`${id}-news`}
                aria-describedby={`${id}-always`}
                checked={change.isPending ? change.variables : subscribed}
                onChange={change.mutate}
              />
            }
          >
            <p>{texts.newsHint}</p>
            <p id={`${id}-always`}>{texts.always}</p>
          </Item>
        </Items>
      )}
    </ReadSection>
  );
}
