import type { EditorView } from 'prosemirror-view'
import { uploadsOf } from '#client/admin/images/upload-queue.ts'
import { linkTypedUrl } from './link-urls.ts'

/** What a text must have before it is saved: a link for the URL that was typed last, and its images. */
export async function finishText(view: EditorView): Promise<void> {
  const linked = linkTypedUrl(view.state)
  if (linked) view.dispatch(linked)
  await uploadsOf(view)
}
