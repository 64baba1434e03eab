import type { ReactNode } from 'react'
import { useFocusOnMore } from '#client/admin/shared/dialogs.tsx'
import { ShowOlder } from '#client/admin/shared/paged-results.tsx'
import { Button } from '#client/ui/base/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { MediaCard, MediaGrid } from './media-card.tsx'
import { shownName } from './media-thumb.tsx'
import type { Media } from './use-media.ts'

type Action = { label: string; danger?: boolean; run: (item: MediaItem) => void }
type Props = {
  list: Media
  items: readonly MediaItem[]
  /** See `MediaCard`. */
  brief?: boolean
  /** Buttons of each image. */
  actions: readonly Action[]
  /** The check box of an image. */
  markOf?: (item: MediaItem) => ReactNode
}

/** The images of a list, and the button for older ones. */
export function MediaResults({ list, items, brief = false, actions, markOf }: Props) {
  const { list: grid, expectMore } = useFocusOnMore<HTMLUListElement>(items.length, 'button')
  return (
    <>
      <MediaGrid ref={grid}>
        {items.map((item) => (
          <MediaCard key={item.file} item={item} brief={brief} mark={markOf?.(item)}>
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
      <ShowOlder list={list} onOlder={expectMore} />
    </>
  )
}
