import { useState } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import { copyToClipboard } from '#client/admin/shared/use-copy.ts'
import { makePreviewLink } from '#client/api/posts.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'

/** Copies a link to the preview of a post, or shows it where the browser does not allow copying. */
export function usePreviewLink() {
  const toast = useToast()
  const [previewLinkToCopy, setToCopy] = useState<string>()
  const { failure, run, dismiss } = useAction(async (post: { id: string }) => {
    const { path, until } = await makePreviewLink(post.id)
    const url = location.origin + path
    if (await copyToClipboard(url)) toast(`Preview link copied: it works until ${formatDateTime(until, 'local')}`)
    else setToCopy(url)
  })
  return {
    copyPreview: run,
    previewLinkToCopy,
    closePreviewLink: () => setToCopy(undefined),
    failure: failure?.message,
    dismiss,
  }
}
