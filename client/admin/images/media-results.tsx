import { useFocusOnMore } from '#client/admin/shared/dialogs.tsx'
import { ShowOlder } from '#client/admin/shared/paged-results.tsx'
import type { Page } from '#client/admin/shared/use-paged-list.ts'
import { Button } from '#client/ui/base/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { MediaCard, MediaGrid } from './media-card.tsx'
import { shownName } from './media-thumb.tsx'
import type { Media } from './use-media.ts'

type Action = { label: string; danger?: boolean; run: (item: MediaItem) => void }
type Props = {
  list: Media
  page: Page<MediaItem>
  failure: string | undefined
  /** See `MediaCard`. */
  brief?: boolean
  /** Buttons of each image. */
  actions: readonly Action[]
}

/** The images of a list, and the button for older ones. */
export function MediaResults({ list, page, failure, brief = false, actions }: Props) {
  const items = [...new Map(page.items.map((item) => [item.file, item])).values()]
  const { list: grid, expectMore } = useFocusOnMore<HTMLUListElement>(items.length, 'button')
  return (
    <>
      <MediaGrid ref={grid}>
        {items.map((item) => (
          <MediaCard key={item.file} item={item} brief={brief}>
            {actions.map(({ label, danger, run }) => (
              <Button
                key={label}
                variant={danger ? 'danger' : 'ghost'}
                small
                aria-label={`${label}: ${item.alt || shownName(item)}`}
                onClick={() => run(item)}
              >
                {label}
              </Button>
            ))}
          </MediaCard>
        ))}
      </MediaGrid>
      <ShowOlder {...{ list, page, failure }} onOlder={expectMore} />
    </>
  )
}
