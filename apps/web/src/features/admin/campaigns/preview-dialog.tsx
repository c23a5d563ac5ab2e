import type { CampaignText } from '@noek/contract/campaigns/schemas';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../components/tabs.tsx';
import { campaignTexts } from './texts.ts';

const texts = campaignTexts.preview;

/** Both forms of an email, as the server would send them. */
export function PreviewDialog({ written, onClose }: { written: CampaignText; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const preview = useQuery({
    queryKey: ['admin', 'preview', written],
    queryFn: () => client.campaigns.preview.mutate(written),
    staleTime: 0,
  });
  return (
    <Dialog title={texts.title} description={texts.description} onClose={onClose}>
      <div className="mt-4 grid gap-4">
        {preview.isError && (
          <Notice tone="danger" role="alert">
            {texts.failed}: {errorText(preview.error)}
          </Notice>
        )}
        {preview.isPending && (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-[50dvh]" />
          </div>
        )}
        {preview.data && (
          <Tabs defaultValue="html">
            <TabList aria-label={texts.forms}>
              <Tab value="html">{texts.html}</Tab>
              <Tab value="text">{texts.text}</Tab>
            </TabList>
            <TabPanel value="html" className="mt-3">
              {/* The sandbox runs no scripts and opens no links, whatever the email contains. */}
              <iframe
                title={texts.html}
                sandbox=""
                srcDoc={inFrame(written.subject, preview.data.html)}
                className="h-[50dvh] w-full rounded-control border border-border bg-white"
              />
            </TabPanel>
            <TabPanel value="text" className="mt-3">
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
                tabIndex={0}
                className="h-[50dvh] overflow-auto whitespace-pre-wrap break-words rounded-control border border-border p-3 font-mono text-sm"
              >
                {preview.data.text}
              </pre>
            </TabPanel>
          </Tabs>
        )}
        <DialogButtons>
          <Button variant="quiet" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

/** A page without styles of its own: those of a mail program are not known, and inline styles are forbidden here. */
const inFrame = (subject: string, html: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject.replace(/[<&]/g, ' ')}</title></head><body bgcolor="#ffffff" text="#1c1a17"><font face="system-ui, sans-serif">${html}</font></body></html>`;
