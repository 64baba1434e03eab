import { useEffect, useRef, useState } from 'react'
import { useDroppedImages, usePastedImages } from '#client/admin/images/dropped-images.ts'
import { MediaResults } from '#client/admin/images/media-results.tsx'
import { useMedia } from '#client/admin/images/use-media.ts'
import { focusIsLost } from '#client/admin/shared/dialogs.tsx'
import { PagedResults } from '#client/admin/shared/paged-results.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { MediaItem, ReplacedMedia } from '#contract/media.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ImageCheckbox, SelectionBar, useImageSelection } from './image-selection.tsx'
import { MediaFilterBar, useMediaFilters } from './media-filters.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

/** Loaded once the list is shown, so that it opens at once. */
const DeleteUnusedDialog = lazyPart(() => import('./delete-unused-dialog.tsx'))

type Asked = { replace: MediaItem } | { remove: MediaItem } | { unused: readonly MediaItem[] | 'all' }

/** /admin/media */
export default function MediaPage() {
  const filters = useMediaFilters()
  const list = useMedia(filters.query)
  const selection = useImageSelection(list.items ?? [])
  const toast = useToast()
  const [asked, setAsked] = useState<Asked>()
  const search = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLElement>(null)
  const { uploads, add, dismiss } = useUploads({
    onStored: list.add,
    onFinished: (stored) => toast(stored === 1 ? 'Image stored' : `${stored} images stored`),
  })
  const {
    over,
    props: { onPaste: _, ...dropProps },
  } = useDroppedImages(add)
  usePastedImages(add)

  useEffect(() => {
    DeleteUnusedDialog.load().catch(() => {})
  }, [])

  /** The button disappears with the filters. */
  function clear() {
    filters.clear()
    search.current?.focus()
  }

  function closed() {
    setAsked(undefined)
    if (focusIsLost()) results.current?.focus()
  }

  function deleted() {
    selection.clear()
    list.load()
  }

  function replaced({ posts }: ReplacedMedia) {
    toast(posts.length === 1 ? 'Image replaced in 1 post' : `Image replaced in ${posts.length} posts`)
    list.load()
  }

  return (
    <Drop $over={over} {...dropProps}>
      <AdminPage action={<UploadButton onFiles={add} />}>
        <MediaFilterBar filters={filters} searchRef={search} />
        <UploadList uploads={uploads} onDismiss={dismiss} />
        <SelectionBar selection={selection} onDelete={(images) => setAsked({ unused: images })} />
        <PagedResults
          ref={results}
          list={list}
          label="List of images"
          item="image"
          hint="Upload an image, or drop one on this page."
          onClear={filters.narrowed ? clear : undefined}
        >
          {(items) => (
            <MediaResults
              list={list}
              items={items}
              markOf={(item) => <ImageCheckbox item={item} selection={selection} />}
              actions={[
                { label: 'Replace everywhere', run: (item) => setAsked({ replace: item }) },
                { label: 'Delete', danger: true, run: (item) => setAsked({ remove: item }) },
              ]}
            />
          )}
        </PagedResults>
      </AdminPage>
      {asked && 'replace' in asked && <ReplaceDialog item={asked.replace} onReplaced={replaced} onClosed={closed} />}
      {asked && 'unused' in asked && <DeleteUnusedDialog chosen={asked.unused} onDeleted={deleted} onClosed={closed} />}
      {asked && 'remove' in asked && (
        <DeleteDialog item={asked.remove} onDeleted={list.remove} onStale={list.load} onClosed={closed} />
      )}
    </Drop>
  )
}

const s = createStyled('media-page')
const Drop = s('div')<{ $over: boolean }>`
  min-height: 80dvh;
  ${({ $over }) => $over && 'outline: 3px dashed var(--primary); outline-offset: -8px;'}
`
