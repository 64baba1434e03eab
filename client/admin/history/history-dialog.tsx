import { type ComponentType, useEffect, useState } from 'react'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { importWithPreloadError, retryWithBackoff } from '#client/lib/loading.ts'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import type { PostCard } from '#contract/posts.ts'
import type { PutBack } from './compared-page.tsx'
import type { VersionsProps } from './versions.tsx'

type Props = {
  post: Pick<PostCard, 'id' | 'title'>
  onClosed: () => void
  onRestored: () => void
  /** On the page where the text is written. */
  onPutBack?: PutBack
}

/** The history of a post. Its content is loaded on demand, because it is rarely opened. */
export function HistoryDialog({ post, onClosed, onRestored, onPutBack }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [Versions, setVersions] = useState<ComponentType<VersionsProps>>()
  const [failed, setFailed] = useState(false)
  useEffect(
    () =>
      retryWithBackoff(
        () => importWithPreloadError(() => import('./versions.tsx')),
        (code) => setVersions(() => code.Versions),
        () => setFailed(true),
      ),
    [],
  )
  const restored = () => {
    close()
    onRestored()
  }
  const putBack: PutBack = async (edit) => {
    const isDone = (await onPutBack?.(edit)) ?? false
    if (isDone) close()
    return isDone
  }
  return (
    <Dialog title={`History of “${post.title}”`} open={open} onClose={close} wide>
      {Versions ? (
        <Versions id={post.id} onRestored={restored} onPutBack={onPutBack && putBack} />
      ) : (
        <Spinner label="Loading history..." />
      )}
      {failed && !Versions && <p role="status">Loading failed. Trying again…</p>}
    </Dialog>
  )
}
