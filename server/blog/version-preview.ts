import type { EditablePost } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { bodyOf } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import { cardOf, sourceOf } from './card.ts'
import type { ColocatedImages } from './colocated-images.ts'
import type { Renderer } from './render/renderer.ts'
import { placePictures } from './rewrite-image-urls.ts'

export type VersionPreviewDeps = {
  content: Content
  renderer: Renderer
  colocatedImages: ColocatedImages
  now: () => Date
}

/** Draws a post from a text that its file need not hold, as visitors would see it. What it gives throws `UnrenderableContentError`. */
export const createVersionPreview =
  ({ content, renderer, colocatedImages, now }: VersionPreviewDeps) =>
  async (entry: PostEntry, text: string): Promise<EditablePost> => {
    const snapshot = content.snapshot()
    const placed = colocatedImages.placed(entry)
    const summary = await renderer.html('html', entry.summary)
    const safe = await renderer.html(entry.format, bodyOf(text))
    return {
      ...cardOf(placed, summary, snapshot, now()),
      content: entry.beside ? placePictures(safe, (name) => colocatedImages.storedPath(entry, name)) : safe,
      source: sourceOf(placed, bodyOf(text), snapshot),
    }
  }
