import type { File } from '@noek/contract/files/schemas';
import { Suspense, useState } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { contentAddress, kindOf, type SharedIn } from '../file-kind.ts';
import { filesTexts } from '../texts.ts';
import { PictureText } from './picture-text.tsx';
import { PictureView } from './picture-view.tsx';
import { TextView } from './text-view.tsx';
import { Loading, Message } from './viewer-states.tsx';

const PdfView = codePart(() => import('./pdf/pdf-view.tsx')).lazy();
const texts = filesTexts.viewer;

/** The content of a file, or of one of its pages. */
export function FileContent(props: {
  file: File;
  sharedIn: SharedIn;
  page: number;
  zoom: number;
  onZoom: (zoom: number) => void;
  onPages: (pages: number) => void;
  /** The next or the previous page or file, after a swipe. */
  onStep: (by: number) => void;
}) {
  const { file, sharedIn, page, zoom } = props;
  const [isUndrawable, setUndrawable] = useState(false);
  const kind = kindOf(file);
  if (kind === 'picture')
    return (
      <>
        <PictureView name={file.name} address={contentAddress(sharedIn, file.id)} {...props} />
        {sharedIn === null && <PictureText file={file} />}
      </>
    );
  if (kind === 'pdf' && !isUndrawable)
    return (
      <Suspense fallback={<Loading />}>
        <PdfView
          address={contentAddress(sharedIn, file.id)}
          name={file.name}
          {...{ page, zoom }}
          onPages={props.onPages}
          onStep={props.onStep}
          onFailed={() => setUndrawable(true)}
        />
      </Suspense>
    );
  if (file.state === 'reading')
    return <Message>{file.pagesRead === undefined ? texts.reading : texts.readingScans(file)}</Message>;
  if (file.state === 'failed') return <Message>{file.problem ?? filesTexts.failed}</Message>;
  return <TextView file={file} sharedIn={sharedIn} kind={kind} page={page} note={isUndrawable ? texts.asText : null} />;
}
