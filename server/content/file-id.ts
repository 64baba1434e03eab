import { basename, dirname, extname } from 'node:path'
import { ID_PATTERN } from '#contract/ids.ts'
import { badFile } from './errors.ts'

/** `posts/<id>/index.md`: a post with a folder of its own. */
const IN_FOLDER = /^posts\/[^/]+\/index\.(?:md|html)$/
export const isPostFolder = (file: string) => IN_FOLDER.test(file)

/** Whether a file is named like a co-located image. */
export const isPictureFile = (file: string) => /^posts\/[^/]+\/[^/]+\.(?:jpe?g|png|webp|gif)$/i.test(file)

/** The possible files of the post with this id. */
export const filesOfPost = (id: string): string[] =>
  ['md', 'html'].flatMap((format) => [`posts/${id}.${format}`, `posts/${id}/index.${format}`])

/** The id of a file: its base name, or the name of its post folder. Throws `ContentFileError` for an invalid id. */
export function idOf(file: string): string {
  const inFolder = isPostFolder(file)
  const id = inFolder ? basename(dirname(file)) : basename(file, extname(file))
  if (ID_PATTERN.test(id)) return id
  throw badFile(`the ${inFolder ? 'folder' : 'file'} name must be lower-case letters, digits and hyphens`)
}
