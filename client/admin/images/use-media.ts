import { usePagedList } from '#client/admin/shared/use-paged-list.ts'
import { fetchMedia } from '#client/api/media.ts'
import type { MediaItem, MediaQuery } from '#contract/media.ts'

/** The images that match, 50 at a time. */
export function useMedia(query: MediaQuery) {
  const list = usePagedList<MediaItem>(['media', query], (after) =>
    fetchMedia(after === undefined ? query : { ...query, after }),
  )
  /** A new image comes first; one that is in the list already is not shown twice. */
  function add(item: MediaItem) {
    list.change((items, page) => {
      const others = items.filter(({ file }) => file !== item.file)
      return page === 0 ? [item, ...others] : others
    })
  }
  const remove = (file: string) => list.change((items) => items.filter((one) => one.file !== file))
  return { ...list, add, remove }
}
export type Media = ReturnType<typeof useMedia>
