import { posix } from 'node:path'
import type { DecodedPost } from '#server/content/files/decode-file.ts'

const hidden = new WeakMap<DecodedPost, DecodedPost>()

/** Posts keep their identity from one snapshot to the next: pages and caches depend on it. */
export function asHidden(decoded: DecodedPost, hiddenBy: string): DecodedPost {
  const known = hidden.get(decoded)
  if (known?.post.hiddenBy === hiddenBy) return known
  const next = { ...decoded, post: { ...decoded.post, draft: true, hiddenBy } }
  hidden.set(decoded, next)
  return next
}

/** A page of a section. */
export type Section = { file: string; isHidden: boolean }
type Report = (file: string, reason: string, severity: 'warning') => void

/** The posts, those in sections that are hidden as drafts. Names each page of a section, because it is no post. */
export function hideSections(
  posts: readonly DecodedPost[],
  sections: readonly Section[],
  report: Report,
): readonly DecodedPost[] {
  const hiding = sections.filter(({ isHidden }) => isHidden)
  const counts = new Map(hiding.map(({ file }) => [file, 0]))
  const pages = new Map(hiding.map(({ file }) => [posix.dirname(file), file]))
  const all = posts.map((decoded) => {
    const page = pages.size > 0 ? pageAbove(pages, posix.dirname(decoded.post.file)) : undefined
    if (page === undefined) return decoded
    counts.set(page, (counts.get(page) ?? 0) + 1)
    return asHidden(decoded, page)
  })
  for (const { file } of sections) {
    const count = counts.get(file)
    report(
      file,
      count
        ? `this page hides its section: ${count} ${count === 1 ? 'post of this folder is a draft' : 'posts of this folder are drafts'}`
        : NO_POST,
      'warning',
    )
  }
  return all
}

/** The page that hides a folder: of the folder itself, or of the closest one around it. */
const pageAbove = (pages: ReadonlyMap<string, string>, folder: string): string | undefined =>
  pages.get(folder) ?? (folder.includes('/') ? pageAbove(pages, posix.dirname(folder)) : undefined)

const NO_POST = 'a page about a section of Hugo or Zola is no post: rename it if it is one'
