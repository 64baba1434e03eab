import type { MediaItem } from '#contract/media.ts'

const NAMED = 5

/** "“Spring menu”, “Counting jars” and 12 more posts". */
export function usersInWords({ used_in, elsewhere }: Pick<MediaItem, 'used_in' | 'elsewhere'>): string {
  const more = used_in.length > NAMED + 1 ? used_in.length - NAMED : 0
  const names = used_in.slice(0, more ? NAMED : undefined).map(({ title }) => `“${title}”`)
  const rest = [
    ...(more ? [`${more} more posts`] : []),
    ...(elsewhere ? ['an author, another page or an unsaved text'] : []),
  ]
  return new Intl.ListFormat('en').format([...names, ...rest])
}
