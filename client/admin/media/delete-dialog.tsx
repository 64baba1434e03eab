import { ConfirmDialog } from '#client/admin/shared/dialogs.tsx'
import { ConfirmationCanceled, errorMessage } from '#client/admin/shared/errors.tsx'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { ApiError } from '#client/api/http.ts'
import { deleteMedia } from '#client/api/media.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { MediaItem } from '#contract/media.ts'
import { usersInWords } from './users-in-words.ts'

type DeleteProps = {
  item: MediaItem
  onDeleted: (file: string) => void
  /** Other posts use it by now. */
  onStale: () => void
  onClosed: () => void
}

/** Asks before an image is deleted, and names what uses it. */
export function DeleteDialog({ item, onDeleted, onStale, onClosed }: DeleteProps) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const isUsed = item.used_in.length > 0 || item.elsewhere
  const text = isUsed
    ? `It is used in ${usersInWords(item)}. Those places would show nothing. This can’t be undone.`
    : 'Nothing uses it. Old versions of posts may still show it. This can’t be undone.'
  async function remove() {
    try {
      await withConfirmation(() => deleteMedia(item.file, isUsed))
      onDeleted(item.file)
      toast('Image deleted')
    } catch (error) {
      if (error instanceof ConfirmationCanceled) return
      if (error instanceof ApiError && [404, 409].includes(error.status)) onStale()
      toast(errorMessage(error), 'failed')
    }
  }
  const question = {
    title: isUsed ? 'Delete this image? It’s in use.' : 'Delete this image?',
    text,
    yes: 'Delete',
    no: 'Keep it',
    busy: 'Deleting',
    onYes: remove,
  }
  return <ConfirmDialog question={question} onClosed={onClosed} />
}
