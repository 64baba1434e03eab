import { dirname } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import { filesOfPost, isPostFolder } from '#server/content/content-file.ts'
import { ContentFileError, ContentNotFoundError } from '#server/content/errors.ts'
import { dateInName, decodeFields, editPost } from '#server/content/post-file.ts'
import type { PostEntry } from '#server/content/snapshot.ts'
import { ValidationError } from '#server/lib/errors.ts'

/** The maximum of `PostFieldsSchema`. */
const OLD_ADDRESSES_MAX = 30
/** A change is held in memory, and twice in the journal. */
const MOVED_PICTURES_MAX_BYTES = 30_000_000
const reject = (message: string) => {
  throw new ValidationError({ address: { message } })
}

/** Checks that no other post has or had this address, and no file its name; `known` is the post that gets it. Throws `ValidationError`. */
export async function checkAddress(tx: Transaction, address: string, known?: PostEntry): Promise<void> {
  const { posts, aliases } = tx.snapshot
  const owner = aliases.get(address)
  if (posts.has(address)) reject('Another post has this address.')
  if (owner !== undefined && owner !== known?.id) reject('Another post had this address, and links to it lead there.')
  for (const file of filesOfPost(address)) if (await tx.exists(file)) reject('A file has this name already.')
}

/** A post's text and file under another address; the old address becomes an alias. Throws `ValidationError`. */
export function renamePost(text: string, file: string, { id }: PostEntry, address: string) {
  const fields = decodeFields(text)
  const aliases = [...fields.aliases.filter((one) => one !== address && one !== id), id]
  if (aliases.length > OLD_ADDRESSES_MAX) reject(`This post has had ${OLD_ADDRESSES_MAX} addresses already.`)
  return {
    file: isPostFolder(file) ? file.replace(`/${id}/`, `/${address}/`) : file.replace(`/${id}.`, `/${address}.`),
    // The old name may have carried the date.
    text: editPost(text, { aliases, date: fields.date ?? dateInName(id) }),
  }
}

/** Moves the images in a post's own folder to the folder of `file`. Other files of the folder stay. Throws `ValidationError`. */
export async function renameImages(tx: Transaction, known: PostEntry, file: string): Promise<void> {
  const [from, to] = [`${dirname(known.file)}/`, `${dirname(file)}/`]
  if (!isPostFolder(known.file) || from === to) return
  let total = 0
  for (const picture of [...tx.snapshot.pictures.keys()].filter((one) => one.startsWith(from))) {
    const data = await tx.readBytes(picture)
    total += data.length
    if (total > MOVED_PICTURES_MAX_BYTES)
      reject(`The pictures beside this post are too large to be moved here: rename the folder ${known.id} instead.`)
    const next = to + picture.slice(from.length)
    if (await tx.exists(next)) reject('A file has this name already.')
    tx.write(next, data)
    tx.remove(picture)
  }
}

/** A change is held in memory, and twice in the journal. A folder with more images is deleted in several changes. */
const CHANGE_MAX_BYTES = 30_000_000

/** The images in a post's own folder. Other files of the folder belong to editors, and stay. */
export async function imagesOf(tx: Transaction, { id, file }: PostEntry): Promise<readonly string[]> {
  if (!isPostFolder(file)) return []
  const folder = `${dirname(file)}/`
  for (const other of filesOfPost(id)) {
    if (other !== file && other.startsWith(folder) && (await tx.exists(other))) return []
  }
  return [...tx.snapshot.pictures.keys()].filter((one) => one.startsWith(folder))
}

/** Deletes as many of these images as one change can hold; returns the others. */
export async function deleteImages(tx: Transaction, images: readonly string[]): Promise<readonly string[]> {
  let total = 0
  for (const [index, file] of images.entries()) {
    total += await sizeOf(tx, file)
    if (total > CHANGE_MAX_BYTES && index > 0) return images.slice(index)
    tx.remove(file)
  }
  return []
}

/** In bytes; 0 for a file that is gone or not readable as an image by now. */
async function sizeOf(tx: Transaction, file: string): Promise<number> {
  try {
    return (await tx.readBytes(file)).length
  } catch (error) {
    if (error instanceof ContentNotFoundError || error instanceof ContentFileError) return 0
    throw error
  }
}
