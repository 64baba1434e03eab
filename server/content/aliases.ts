import type { DecodedPost } from './decode-file.ts'
import type { PostEntry } from './post-file.ts'

type Report = (file: string, reason: string, severity: 'warning', line: number) => void

/** An alias that is the id or an alias of another post is ignored. */
export function aliasesOf(
  posts: ReadonlyMap<string, PostEntry>,
  decoded: readonly DecodedPost[],
  report: Report,
): Map<string, string> {
  const aliases = new Map<string, string>()
  for (const { post, lines } of decoded) {
    for (const alias of posts.get(post.id) === post ? post.aliases : []) {
      const taken = posts.has(alias) ? alias : aliases.get(alias)
      if (taken === undefined) aliases.set(alias, post.id)
      else report(post.file, `aliases: "${alias}" belongs to the post "${taken}"`, 'warning', lines.aliases)
    }
  }
  return aliases
}
