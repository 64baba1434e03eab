import type { DecodedPost } from '#server/content/files/decode-file.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { formerId } from '#server/content/files/post-names.ts'
import type { TermKind } from './post-terms.ts'

/** The old id of a post, category, tag or author, and its id now. */
export type Rename = { kind: 'posts' | TermKind | 'authors'; from: string; to: string }

type Report = (file: string, reason: string, severity: 'warning', line: number, column: number) => void

/** An alias that is the id or an alias of another post is ignored. The whole name of a file was its id in earlier releases. */
export function aliasesOf(
  posts: ReadonlyMap<string, PostEntry>,
  decoded: readonly DecodedPost[],
  report: Report,
): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { post, places } of decoded) {
    for (const alias of post.aliases) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      // The old URL `/bread/` may name the id that the post has.
      else if (taken !== post.id)
        report(
          post.file,
          `aliases: "${alias}" belongs to the post "${taken}"`,
          'warning',
          places.aliases.line,
          places.aliases.column,
        )
    }
  }
  for (const { post } of decoded) {
    const former = formerId(post.file)
    if (former !== undefined && !posts.has(former) && !aliases.has(former)) aliases.set(former, post.id)
  }
  return aliases
}
