import type { ChangePlan } from '#server/content/content.ts'
import { filesOfPost, isPostFolder } from '#server/content/file-id.ts'
import { decodeFields, editPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { Invalid } from '#server/http/accept.ts'
import { isThere } from './is-there.ts'

type Read = Parameters<ChangePlan>[1]

/** As many as a post can carry (see `PostFieldsSchema`). */
const OLD_ADDRESSES_MAX = 30
const refuse = (message: string) => {
  throw new Invalid({ address: { message } })
}

/** An address for a post, `known` or a new one, must be nobody else's, now or once (decision 7). Throws `Invalid`. */
export async function checkAddress(
  address: string,
  known: PostEntry | undefined,
  { posts, aliases }: Snapshot,
  read: Read,
): Promise<void> {
  const owner = aliases.get(address)
  if (posts.has(address)) refuse('Another post has this address.')
  if (owner !== undefined && owner !== known?.id) refuse('Another post had this address, and links to it lead there.')
  if (known && isPostFolder(known.file)) refuse(`This post has a folder of its own: rename the folder ${known.id}.`)
  for (const file of filesOfPost(address)) if (await isThere(read, file)) refuse('A file has this name already.')
}

/** A post's text and file under another address; the one that it had leads there from now on. Throws `Invalid`. */
export function movedPost(text: string, file: string, { id, date }: PostEntry, address: string) {
  const fields = decodeFields(text)
  const aliases = [...fields.aliases.filter((one) => one !== address && one !== id), id]
  if (aliases.length > OLD_ADDRESSES_MAX) refuse(`This post has had ${OLD_ADDRESSES_MAX} addresses already.`)
  return {
    file: file.replace(`/${id}.`, `/${address}.`),
    // The name may have carried the date.
    text: editPost(text, { aliases, date: fields.date ?? date }),
  }
}
