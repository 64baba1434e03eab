import { usePagedList } from '#client/admin/shared/use-paged-list.ts'
import { fetchMedia } from '#client/api/media.ts'
import type { MediaItem, MediaQuery } from '#contract/media.ts'

const fetchPage = (query: MediaQuery, after?: string) => fetchMedia(after === undefined ? query : { ...query, after })

/** The images that match, 50 at a time. */
export function useMedia(query: MediaQuery) {
  const list = usePagedList<MediaQuery, MediaItem>(query, fetchPage)
  /** A new image comes first; one that is in the list already is not shown twice. */
  const add = (item: MediaItem) => list.change((items) => [item, ...items.filter(({ file }) => file !== item.file)])
  const remove = (file: string) => list.change((items) => items.filter((one) => one.file !== file))
  return { ...list, add, remove }
}
export type Media = ReturnType<typeof useMedia>
