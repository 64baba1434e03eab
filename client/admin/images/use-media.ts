import { useCallback } from 'react'
import { usePagedList } from '#client/admin/shared/use-paged-list.ts'
import { fetchMedia } from '#client/api/media.ts'
import { MEDIA_PER_PAGE, type MediaItem, type MediaQuery } from '#contract/media.ts'

/** The images that match, 50 at a time. */
export function useMedia(query: MediaQuery) {
  const fetchPage = useCallback(async (wanted: MediaQuery, page = '1') => {
    const { items, total } = await fetchMedia({ ...wanted, page })
    const isLast = Number(page) * MEDIA_PER_PAGE >= total
    return { items, next: isLast ? null : String(Number(page) + 1) }
  }, [])
  const list = usePagedList<MediaQuery, MediaItem>(query, fetchPage)
  /** A new image comes first; one that is in the list already is not shown twice. */
  const add = (item: MediaItem) => list.change((items) => [item, ...items.filter(({ file }) => file !== item.file)])
  const remove = (file: string) => list.change((items) => items.filter((one) => one.file !== file))
  return { ...list, add, remove }
}
export type Media = ReturnType<typeof useMedia>
