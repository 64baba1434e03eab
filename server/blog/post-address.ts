import { basename, dirname, extname, join, relative } from 'node:path'
import { CHANGE_MAX_BYTES, type Transaction } from '#server/content/content.ts'
import { filesOfPost } from '#server/content/files/content-files.ts'
import { dateOf, editPost, type PostEntry, readFields, withSlug } from '#server/content/files/post-file.ts'
import { dateInName, isPostFolder, wantedId } from '#server/content/files/post-names.ts'
import { ownerOf, postsShowing } from '#server/content/snapshot/picture-uses.ts'
import { ConflictError, ValidationError } from '#server/lib/errors.ts'
import { portableId } from '#server/text/scan/make-id.ts'

/** The maximum of `PostFieldsSchema`. */
const OLD_ADDRESSES_MAX = 30

/** The images in a post's own folder that no other post shows. Other files of the folder belong to editors, and stay. */
export const ownImages = ({ snapshot }: Transaction, { id, file }: PostEntry): string[] =>
  isPostFolder(file)
    ? [...snapshot.pictures.keys()].filter(
        (one) => ownerOf(snapshot, one)?.id === id && postsShowing(snapshot, one).every((post) => post.id === id),
      )
    : []

/** Whether any file of a post with this id exists; a broken one is not in the snapshot. */
export async function hasFile(tx: Transaction, id: string): Promise<boolean> {
  const files = filesOfPost(id)
  for (const file of files) if (await tx.exists(file)) return true
  // Windows and macOS take names that differ by case for one file.
  for (const other of tx.snapshot.ids.keys()) if (files.includes(other.toLowerCase())) return true
  return false
}

const rejectAddress = (message: string) => {
  throw new ValidationError({ address: { message } })
}

/** Checks that no other post has or had this address, and no file its name; `known` is the post that gets it. Throws `ValidationError`. */
export async function checkAddress(tx: Transaction, address: string, known?: PostEntry): Promise<void> {
  if (portableId(address) !== address) rejectAddress('Windows reserves this name for itself. Choose another address.')
  const owner = tx.snapshot.aliases.get(address)
  if (tx.snapshot.posts.has(address)) rejectAddress('Another post has this address.')
  if (owner !== undefined && owner !== known?.id)
    rejectAddress('Another post had this address, and links to it lead there.')
  if (await hasFile(tx, address)) rejectAddress('A file has this name already.')
}

/** A post's text and file under another address; the old address becomes an alias. Throws `ValidationError`. */
export function renamed(
  text: string,
  file: string,
  { id }: PostEntry,
  address: string,
): { text: string; file: string } {
  const { fields, data } = readFields(text)
  const { slug } = data
  const aliases = [...fields.aliases.filter((one) => one !== address && one !== id), id]
  if (aliases.length > OLD_ADDRESSES_MAX) rejectAddress(`This post has had ${OLD_ADDRESSES_MAX} addresses already.`)
  // A post with a slug keeps its file. The old name, or the old slug, may have carried the date.
  const written = dateInName(file) === null ? dateOf({ fields, data }, file) : fields.date
  if (wantedId(file) !== wantedId(file, slug))
    return { file, text: withSlug(editPost(text, { aliases, date: written }), address) }
  const next = renamedFile(file, address)
  const edited = editPost(text, { aliases, date: dateOf({ fields, data }, file) })
  return { file: next, text: wantedId(next, slug) === address ? edited : withSlug(edited, address) }
}

const renamedFile = (file: string, name: string): string =>
  isPostFolder(file) ? join(dirname(dirname(file)), name, basename(file)) : join(dirname(file), name + extname(file))

/** Makes room for a post under another name, and moves the images of its folder. Throws `ValidationError` and `ConflictError`. */
export async function moveFile(tx: Transaction, known: PostEntry, file: string): Promise<void> {
  if (await tx.exists(file)) throw new ConflictError('Another file already has the name of this post.')
  tx.remove(known.file)
  if (dirname(file) === dirname(known.file)) return
  let total = 0
  for (const image of ownImages(tx, known)) {
    const data = await tx.readBytes(image)
    total += data.length
    if (total > CHANGE_MAX_BYTES)
      rejectAddress(
        `The pictures beside this post are too large to be moved here: rename the folder ${basename(dirname(known.file))} instead.`,
      )
    const next = join(dirname(file), relative(dirname(known.file), image))
    if (await tx.exists(next)) rejectAddress('A file has this name already.')
    tx.write(next, data)
    tx.remove(image)
  }
}
