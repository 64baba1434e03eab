import { posix } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import { pagePath, pagesOf } from '#server/content/files/cascade.ts'
import type { DecodedPost } from '#server/content/files/decode-file.ts'
import type { OldConfig } from '#server/content/files/old-config.ts'
import type { Hiding } from '#server/content/files/section-pages.ts'

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
export type Section = { file: string; hiding: Hiding | undefined }
type Report = (file: string, reason: string, severity: 'warning', line?: number) => void

/** The posts, those in sections that are hidden as drafts. Names each page of a section, because it is no post. */
export function hideSections(
  posts: readonly DecodedPost[],
  sections: readonly Section[],
  report: Report,
): readonly DecodedPost[] {
  const hidden = new Map<string, string[]>()
  for (const { file, hiding } of sections) if (hiding) hidden.set(file, [])
  const pages = new Map([...hidden.keys()].map((file) => [posix.dirname(file), file]))
  const all = posts.map((decoded) => {
    const page = pages.size > 0 ? pageAbove(pages, posix.dirname(decoded.post.file)) : undefined
    if (page === undefined) return decoded
    hidden.get(page)?.push(decoded.post.file)
    return asHidden(decoded, page)
  })
  for (const { file, hiding } of sections) {
    const found = hidden.get(file) ?? []
    if (found.length === 0) report(file, NO_POST, 'warning')
    else report(file, reasonOf(file, hiding, found), 'warning', hiding?.line)
  }
  return all
}

/** The posts, those that Hugo's `cascade` in a copied configuration means as drafts. Names the configuration with them. */
export function hideByConfigs(
  posts: readonly DecodedPost[],
  configs: ReadonlyMap<string, OldConfig>,
  report: Report,
): readonly DecodedPost[] {
  let all = posts
  for (const [file, config] of configs)
    for (const { pattern, line } of config?.hides ?? []) {
      const { isClear, matches } = pagesOf(pattern)
      // The posts of the section `posts`, or of all sections, may have been copied.
      const isMeant = (path: string) => matches(pagePath(path)) || matches(pagePath(path.replace(/^posts\//, '')))
      const found = all.filter(({ post }) => isMeant(post.file))
      all = all.map((decoded) => (found.includes(decoded) ? asHidden(decoded, file) : decoded))
      const named = inWords(found.map(({ post }) => post.file))
      const reason = `cascade hides ${pattern === '' ? 'all pages' : cutText(pattern, 200)}${isClear ? '' : ', a pattern that is not understood'}, so ${named}`
      if (found.length > 0) report(file, reason, 'warning', line)
    }
  return all
}

const POSTS_SHOWN_MAX = 5

function inWords(posts: readonly string[]): string {
  const what = posts.length === 1 ? '1 post is a draft' : `${posts.length} posts are drafts`
  const more = posts.length > POSTS_SHOWN_MAX ? ', …' : ''
  return `${what} (${posts.slice(0, POSTS_SHOWN_MAX).join(', ')}${more}): change the pattern, or delete it here`
}

function reasonOf(page: string, hiding: Hiding | undefined, posts: readonly string[]): string {
  const what =
    posts.length === 1 ? '1 post of this folder is a draft' : `${posts.length} posts of this folder are drafts`
  if (hiding?.pattern === undefined) return `this page hides its section: ${what}`
  const more = posts.length > POSTS_SHOWN_MAX ? ', …' : ''
  const names = posts.slice(0, POSTS_SHOWN_MAX).map((file) => posix.relative(posix.dirname(page), file))
  return `the pattern ${cutText(hiding.pattern, 200)} of cascade is read in imports only, so ${what} (${names.join(', ')}${more}): import the folder, or write draft: true in those posts and remove it`
}

/** The page that hides a folder: of the folder itself, or of the closest one around it. */
const pageAbove = (pages: ReadonlyMap<string, string>, folder: string): string | undefined =>
  pages.get(folder) ?? (folder.includes('/') ? pageAbove(pages, posix.dirname(folder)) : undefined)

const NO_POST = 'a page about a section of Hugo or Zola is no post: rename it if it is one'
