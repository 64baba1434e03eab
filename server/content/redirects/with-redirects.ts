import type { Next } from '#server/content/apply-changes.ts'
import { buildSnapshot } from '#server/content/build-snapshot.ts'
import type { Filed } from '#server/content/loaded-files.ts'
import type { Move } from './detect-renames.ts'

/** All content, with these old ids as aliases that their files do not name. */
export function leading(dir: string, now: Next, moves: readonly Move[]): Next {
  const files = new Map(now.files)
  for (const { from, to } of moves) {
    const file = now.snapshot.posts.get(to)?.file
    const filed = file === undefined ? undefined : files.get(file)
    if (file !== undefined && filed) files.set(file, withAlias(filed, from))
  }
  return { files, snapshot: buildSnapshot(dir, files) }
}

function withAlias(filed: Filed, alias: string): Filed {
  const { holds } = filed
  if (holds?.kind !== 'posts') return filed
  return { ...filed, holds: { ...holds, post: { ...holds.post, aliases: [...holds.post.aliases, alias] } } }
}
