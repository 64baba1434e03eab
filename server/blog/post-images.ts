import { join } from 'node:path'
import type { PostForm } from '#contract/post-form.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import type { FileCache } from '#server/content/file-cache.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { imageOf } from '#server/content/files/post-names.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { mentionsIn } from '#server/media/image-mentions.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { isSafePath } from '#server/storage/files.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'

type PostImagesDeps = {
  /** The content folder. */
  dir: string
  content: Pick<Content, 'snapshot' | 'change'>
  versions: Pick<FileCache, 'read'>
  pictures: ImageStore
}

/** The featured image of a save: its path, `null` for none from now on, `undefined` for the one it has. */
type Image = string | null | undefined
type Sent = { fields: PostForm; picture: Picture | undefined }
/** An uploaded image, and the name of its file. */
export type Picture = { bytes: Uint8Array; name: string }

/** What a save does with images. */
export function createPostImages({ dir, content, versions, pictures }: PostImagesDeps) {
  /**
   * Returns the featured image of a form, and the files of images that git gets with the save. Stores an uploaded one, once a
   * trial run has shown that the save will not be rejected: else it would be left behind. Where another user chose a different
   * image, it is stored as well: the editor is shown both. Throws `ValidationError`, `InvalidImageError`.
   */
  async function prepare(
    { fields, picture }: Sent,
    save: (tx: Transaction, image: Image) => Promise<unknown>,
    editor: Editor,
    post?: PostEntry,
  ): Promise<{ image: Image; files: string[] }> {
    const files = [...(await newFiles(fields)), ...newColocatedFiles(fields, post)]
    if (!picture) return { image: await namedImage(fields, post), files }
    await content.change(async (tx) => {
      await save(tx, undefined)
      tx.rollback()
    })
    const image = await pictures.storeUpload(picture.bytes, { name: picture.name, by: editor.name })
    return { image, files: [...pictures.filesOf(image), ...files] }
  }

  async function namedImage({ image_path: path }: PostForm, post: PostEntry | undefined): Promise<Image> {
    if (path === undefined) return undefined
    if (path === '') return null
    if (path === post?.image || isInFolder(path, post) || (await pictures.isStored(path))) return path
    throw new ValidationError({ image_path: { message: 'There is no such image. Choose another one.' } })
  }

  const isInFolder = (name: string, post: PostEntry | undefined) =>
    post !== undefined && content.snapshot().pictures.has(imageOf(post.file, name) ?? '')

  /** The stored files of images that the text did not name before: they were uploaded while it was written. */
  async function newFiles({ image_path = '', summary, content: body, revision }: PostForm): Promise<string[]> {
    const mentions = mentionsIn([image_path, summary, body].join('\n'))
    if (mentions.length === 0) return []
    const before = new Set(mentionsIn((revision && versions.read(revision)) || ''))
    const added = mentions.filter((path) => !before.has(path) && isSafePath(path))
    return [...new Set((await Promise.all(added.map(pictures.storedFilesOf))).flat())]
  }

  /** The images in the folder of the post that the stored text does not show: they may have been uploaded while it was written. */
  function newColocatedFiles({ image_path = '', content: body }: PostForm, post: PostEntry | undefined): string[] {
    if (!post) return []
    const references = referencesIn(withoutCode(body, post.format), post.format)
    const images = [image_path, ...references.map(({ to }) => to)].map((name) => imageOf(post.file, name) ?? '')
    const added = images.filter((image) => content.snapshot().pictures.has(image) && !post.beside?.includes(image))
    return [...new Set(added)].map((image) => join(dir, image))
  }

  return { prepare }
}
