import { dirname } from 'node:path'
import type { ChangePlan, FileChange } from '#server/content/content.ts'
import { filesOfPost, isPostFolder } from '#server/content/file-id.ts'
import { dateInName, decodeFields, editPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { isThere } from './is-there.ts'

type ReadBytes = Parameters<ChangePlan>[2]

/** As many as a post can carry (see `PostFieldsSchema`). */
const OLD_ADDRESSES_MAX = 30
/** What lies beside a post is written anew, twice noted until it is, and none of it may be lost. */
export const MOVED_PICTURES_MAX_BYTES = 30_000_000
const reject = (message: string) => {
  throw new ValidationError({ address: { message } })
}

/** An address for a post, `known` or a new one, must be nobody else's, now or once (decision 7). Throws `ValidationError`. */
export async function checkAddress(
  address: string,
  known: PostEntry | undefined,
  { posts, aliases }: Snapshot,
  readBytes: ReadBytes,
): Promise<void> {
  const owner = aliases.get(address)
  if (posts.has(address)) reject('Another post has this address.')
  if (owner !== undefined && owner !== known?.id) reject('Another post had this address, and links to it lead there.')
  for (const file of filesOfPost(address)) if (await isThere(readBytes, file)) reject('A file has this name already.')
}

/** A post's text and file under another address; the one that it had leads there from now on. Throws `ValidationError`. */
export function movedPost(text: string, file: string, { id }: PostEntry, address: string) {
  const fields = decodeFields(text)
  const aliases = [...fields.aliases.filter((one) => one !== address && one !== id), id]
  if (aliases.length > OLD_ADDRESSES_MAX) reject(`This post has had ${OLD_ADDRESSES_MAX} addresses already.`)
  return {
    file: isPostFolder(file) ? file.replace(`/${id}/`, `/${address}/`) : file.replace(`/${id}.`, `/${address}.`),
    // The name may have carried the date.
    text: editPost(text, { aliases, date: fields.date ?? dateInName(id) }),
  }
}

/** The pictures in a post's own folder go with it to `file`, its next place. Other files of the folder stay. Throws `ValidationError`. */
export async function movedPictures(
  known: PostEntry,
  file: string,
  { pictures }: Snapshot,
  readBytes: ReadBytes,
): Promise<FileChange[]> {
  const [from, to] = [`${dirname(known.file)}/`, `${dirname(file)}/`]
  if (!isPostFolder(known.file) || from === to) return []
  const changes: FileChange[] = []
  let total = 0
  for (const picture of [...pictures.keys()].filter((one) => one.startsWith(from))) {
    const data = await readBytes(picture)
    total += data.length
    if (total > MOVED_PICTURES_MAX_BYTES)
      reject(`The pictures beside this post are too large to be moved here: rename the folder ${known.id} instead.`)
    const next = to + picture.slice(from.length)
    if (await isThere(readBytes, next)) reject('A file has this name already.')
    changes.push({ file: next, data }, { file: picture, data: null })
  }
  return changes
}
