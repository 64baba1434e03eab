import { useQuery } from '@tanstack/react-query'
import { MediaThumb, shownName } from '#client/admin/images/media-thumb.tsx'
import { QueryView } from '#client/admin/shared/data.tsx'
import { undoableNotice } from '#client/admin/shared/deleted-notice.tsx'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { deleteUnusedMedia, fetchMedia, undoMediaDeletion } from '#client/api/media.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { type DeletedUnused, type MediaItem, UNUSED_MAX } from '#contract/media.ts'

type Props = {
  /** `all`: all that nothing uses. */
  chosen: readonly MediaItem[] | 'all'
  /** Called after a deletion, and when it was undone. */
  onDeleted: () => void
  onClosed: () => void
}

type Found = { images: readonly MediaItem[]; total: number }

/** All unused images, as many as one deletion may have. */
async function fetchUnused(): Promise<Found> {
  const images: MediaItem[] = []
  let total = 0
  for (let after: string | null | undefined; after !== null && images.length < UNUSED_MAX; ) {
    const page = await fetchMedia({ use: 'unused', ...(after !== undefined && { after }) })
    images.push(...page.items)
    total = page.total
    after = page.next
  }
  return { images: images.slice(0, UNUSED_MAX), total }
}

const isUsed = ({ used_in, elsewhere }: MediaItem) => used_in.length > 0 || elsewhere
const inWords = (count: number) => (count === 1 ? '1 image' : `${count} images`)

/** Lists the images that a deletion would delete, and those that stay because something uses them. */
export default function DeleteUnusedDialog({ chosen, onDeleted, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const toast = useToast()
  const first = useFirstFocus<HTMLButtonElement>()
  const found = useQuery({
    queryKey: ['unused-images', chosen],
    queryFn: () => (chosen === 'all' ? fetchUnused() : { images: chosen, total: chosen.length }),
  })
  const unused = (found.data?.images ?? []).filter((image) => !isUsed(image)).slice(0, UNUSED_MAX)
  const { busy, failure, run, dismiss } = useAction(async () => {
    const result = await deleteUnusedMedia(unused.map(({ file }) => file))
    toast(noticeOf(result))
    onDeleted()
    close()
  })

  function noticeOf({ deleted, kept, undo }: DeletedUnused) {
    const names = kept.map((image) => `“${shownName(image)}”`)
    const stays = kept.length === 0 ? '' : ` ${new Intl.ListFormat('en').format(names)} stayed: in use by now.`
    const message = `${inWords(deleted.length)} deleted.${stays}`
    return undo === null ? message : undoableNotice(() => bringBack(undo), message)
  }

  async function bringBack(undo: string): Promise<boolean> {
    try {
      await undoMediaDeletion(undo)
      toast('The images are back.')
      onDeleted()
      return true
    } catch (error) {
      toast(errorMessage(error), 'failed')
      return false
    }
  }

  return (
    <FormDialog
      title={chosen === 'all' ? 'Delete all unused images?' : 'Delete the selected images?'}
      submit={unused.length > 0 ? `Delete ${inWords(unused.length)}` : 'Delete'}
      onSubmit={run}
      busy={busy ? 'Deleting' : undefined}
      disabled={unused.length === 0}
      danger
      cancel="Keep them"
      cancelRef={first}
      open={open}
      onClose={close}
    >
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <QueryView query={found} label="Looking for unused images...">
        {({ images, total }) => <Listed images={images} unused={unused} total={total} />}
      </QueryView>
    </FormDialog>
  )
}

type ListedProps = Found & { unused: readonly MediaItem[] }

function Listed({ images, unused, total }: ListedProps) {
  const used = images.filter(isUsed)
  const rest = total - unused.length - used.length
  if (images.length === 0) return <p>Every image is used.</p>
  return (
    <>
      {unused.length === 0 && <p>All of these images are in use, so none is deleted.</p>}
      {unused.length > 0 && (
        <>
          <p>Nothing uses them. Old versions of posts may still show them. You can undo this right afterwards.</p>
          <Images aria-label="Images to delete">
            {unused.map((image) => (
              <li key={image.file}>
                <MediaThumb picture={image} />
                <span dir="auto">{shownName(image)}</span>
              </li>
            ))}
          </Images>
        </>
      )}
      {rest > 0 && (
        <p>{`${inWords(rest)} more: at most ${UNUSED_MAX} are deleted at once. Do this again for the rest.`}</p>
      )}
      {used.length > 0 && unused.length > 0 && (
        <>
          <p>In use, so they stay:</p>
          <Names aria-label="Images that stay">
            {used.map((image) => (
              <li key={image.file} dir="auto">
                {shownName(image)}
              </li>
            ))}
          </Names>
        </>
      )}
    </>
  )
}

const s = createStyled('delete-unused')
const Images = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
  gap: 12px;
  max-height: 320px;
  padding: 2px;
  overflow: auto;
  & > li { display: grid; gap: 4px; align-content: start; font-size: var(--t-small); overflow-wrap: anywhere; }
`
const Names = s('ul')`
  max-height: 160px;
  overflow: auto;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
`
