import type { EditablePost } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { revisionOf } from '#server/content/content-files.ts'
import type { VersionStore } from '#server/content/file-cache.ts'
import { bodyOf, type PostEntry } from '#server/content/post-file.ts'
import type { ColocatedImages } from './colocated-images.ts'
import { cardOf, type PostQueries, sourceOf } from './post-queries.ts'
import type { Renderer } from './render/renderer.ts'

type EditorQueriesOptions = {
  content: Content
  queries: Pick<PostQueries, 'entryOf' | 'full' | 'withImages'>
  /** Stores what an editor begins from, so that a save can be merged. */
  versions: Pick<VersionStore, 'store'>
  renderer: Renderer
  colocatedImages: Pick<ColocatedImages, 'placed'>
  now(): Date
}

/** Reads posts for the editor and for the preview of other versions, in any state. */
export function createEditorQueries({
  content,
  queries,
  versions,
  renderer,
  colocatedImages,
  now,
}: EditorQueriesOptions) {
  function storeText({ file, revision }: PostEntry, text: string): void {
    const bytes = new TextEncoder().encode(text)
    if (revisionOf(bytes) === revision) versions.store(file, revision, bytes)
  }

  return {
    /** Returns the post with the source that the editor begins from. */
    async editable(id: string): Promise<EditablePost | undefined> {
      const snapshot = content.snapshot()
      const entry = queries.entryOf(id, { all: true })
      if (!entry) return undefined
      const text = await content.text(entry)
      storeText(entry, text)
      const source = sourceOf(colocatedImages.placed(entry), bodyOf(text), snapshot)
      return { ...(await queries.full(entry, snapshot)), source }
    },

    /** Renders a post from another text, as visitors would see it. Throws `UnrenderableContentError`. */
    async preview(entry: PostEntry, text: string): Promise<EditablePost> {
      const snapshot = content.snapshot()
      const placed = colocatedImages.placed(entry)
      const summary = await renderer.html('html', entry.summary)
      return {
        ...cardOf(placed, summary, snapshot, now()),
        content: queries.withImages(entry, await renderer.html(entry.format, bodyOf(text))),
        source: sourceOf(placed, bodyOf(text), snapshot),
      }
    },
  }
}
export type EditorQueries = ReturnType<typeof createEditorQueries>
