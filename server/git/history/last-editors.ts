import type { Content } from '#server/content/content.ts'

/** Older saves are looked up in git. */
const KNOWN_MAX = 1_000

/** Who changed posts last, as far as this process has seen it: names by the revision of the post's file. */
export function createLastEditors(content: Pick<Content, 'onChange'>) {
  const names = new Map<string, string>()
  content.onChange((before, after, editor) => {
    if (!editor) return
    for (const [id, { revision }] of after.posts) {
      if (before.posts.get(id)?.revision === revision) continue
      names.delete(revision)
      names.set(revision, editor.name)
    }
    for (const oldest of [...names.keys()].slice(0, -KNOWN_MAX)) names.delete(oldest)
  })
  return { nameFor: (revision: string): string | undefined => names.get(revision) }
}
