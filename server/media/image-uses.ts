import type { Content } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { bodyOf, type PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { descriptionsIn, mentionsIn } from './image-mentions.ts'

/** The images of the library that a post names, with the descriptions that it gives them. */
type Named = ReadonlyMap<string, string>
export type ImageUses = ReturnType<typeof createImageUses>

/** Posts read at once; the rest of the site continues between reads. */
const CONCURRENT = 50
const NONE: Named = new Map()

/** Which posts name which images. Each version of a post is read once, when it is first needed. */
export function createImageUses({ content }: { content: Pick<Content, 'text'> }) {
  /** An entry of the snapshot is replaced when its file changes. */
  const known = new WeakMap<PostEntry, Named>()

  async function read(post: PostEntry): Promise<void> {
    const text = await content.text(post).catch((error) => {
      if (error instanceof ContentNotFoundError || error instanceof ContentFileError) return ''
      throw error
    })
    known.set(post, namedIn(text, post))
  }

  /** Returns what each post of the snapshot names; posts that name nothing are left out. */
  async function namedBy({ posts }: Snapshot): Promise<ReadonlyMap<PostEntry, Named>> {
    const unread = [...posts.values()].filter((post) => !known.has(post))
    for (let at = 0; at < unread.length; at += CONCURRENT)
      await Promise.all(unread.slice(at, at + CONCURRENT).map(read))
    const named = new Map<PostEntry, Named>()
    for (const post of posts.values()) {
      const images = known.get(post) ?? NONE
      if (images.size > 0) named.set(post, images)
    }
    return named
  }

  return { namedBy }
}

function namedIn(text: string, { format, image, imageAlt }: PostEntry): Named {
  const mentions = mentionsIn(text)
  // `image:` may spell the path without its folder.
  if (image?.startsWith('posts/')) mentions.push(image)
  if (mentions.length === 0) return NONE
  const described = descriptionsIn(bodyOf(text), format)
  return new Map(mentions.map((path) => [path, (path === image && imageAlt) || (described.get(path) ?? '')]))
}
