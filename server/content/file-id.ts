import { basename, dirname, extname } from 'node:path'
import { ID_PATTERN } from '#contract/ids.ts'
import { badFile } from './errors.ts'

/** `posts/<id>/index.md`: the post has a folder, with its pictures beside it. */
const IN_FOLDER = /^posts\/[^/]+\/index\.(?:md|html)$/
export const isPostFolder = (file: string) => IN_FOLDER.test(file)

/** A picture beside a post. What it is shows only in its bytes. */
export const isPictureFile = (file: string) => /^posts\/[^/]+\/[^/]+\.(?:jpe?g|png|webp|gif)$/i.test(file)

/** Every file that could be the post with this id. */
export const filesOfPost = (id: string): string[] =>
  ['md', 'html'].flatMap((format) => [`posts/${id}.${format}`, `posts/${id}/index.${format}`])

/** The id of a file: its base name (decision 7), or that of its folder. Throws `ContentFileError` for a name that can be none. */
export function idOf(file: string): string {
  const inFolder = isPostFolder(file)
  const id = inFolder ? basename(dirname(file)) : basename(file, extname(file))
  if (ID_PATTERN.test(id)) return id
  throw badFile(`the ${inFolder ? 'folder' : 'file'} name must be lower-case letters, digits and hyphens`)
}
