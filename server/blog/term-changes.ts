import type { Term } from '#contract/posts.ts'
import type { ChangeTerm, EditedPosts, MergeTerm } from '#contract/terms.ts'
import type { Transaction } from '#server/content/content.ts'
import { plainId, termId } from '#server/content/dialects/term-ids.ts'
import type { TermEntry } from '#server/content/files/decode-file.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { decodeFields, editPost, type PostEntry } from '#server/content/files/post-file.ts'
import { changedTerm, withFormerIds } from '#server/content/files/term-file.ts'
import {
  fileOfTerm,
  hasFormerId,
  isNamed,
  isUnfiled,
  postsWith,
  resolveTerm,
  type TermKind,
} from '#server/content/snapshot/post-terms.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { portableId } from '#server/text/scan/make-id.ts'
import { newNames, termNoun } from './new-terms.ts'

/** Throws `NotFoundError`. */
export function knownTerm({ snapshot }: Transaction, kind: TermKind, id: string): TermEntry {
  const term = snapshot[kind].get(id)
  if (!term) throw new NotFoundError(`This ${termNoun[kind]} does not exist.`)
  return term
}

const filed = ({ snapshot }: Transaction, kind: TermKind) =>
  [...snapshot[kind].values()].filter((term) => !isUnfiled(term))

/**
 * Changes the file of a term. With another address it gets another name, and the old id becomes an alias: URLs redirect, and posts that
 * name it stay as they are. Returns the name that it had. Throws `NotFoundError`, and `ValidationError` for a name or address that another term has.
 */
export async function changeTerm(tx: Transaction, kind: TermKind, id: string, change: ChangeTerm): Promise<string> {
  const entry = knownTerm(tx, kind, id)
  if (isUnfiled(entry)) throw new NotFoundError(`This ${termNoun[kind]} has no file yet.`)
  const { name, address = id } = change
  const others = filed(tx, kind).filter((one) => one !== entry)
  if (newNames([name], others).length === 0) throw new ValidationError({ name: { message: takenMessage(kind) } })
  if (address !== id) await checkAddress(tx, kind, entry, address)
  const before = await tx.read(entry.file)
  const isRenamed = name !== entry.name
  const text = changedTerm(before, {
    name: isRenamed ? name : undefined,
    description:
      (change.description ?? entry.description ?? '') === (entry.description ?? '') ? undefined : change.description,
    aliases: isRenamed ? formerNames(entry, tx, kind) : undefined,
  })
  if (address !== id) {
    tx.remove(entry.file)
    tx.write(fileOfTerm(kind, address), withFormerIds(text, { id: address, former: [id] }))
  } else if (text !== before) tx.write(entry.file, text)
  return entry.name
}

const takenMessage = (kind: TermKind) => `There is a ${termNoun[kind]} of this name already.`

/** Posts may name a term by its name: the old one is kept where they do. */
const formerNames = ({ id, name, aliases = [] }: TermEntry, { snapshot }: Transaction, kind: TermKind) =>
  isNamed(id, kind, snapshot.posts.values(), snapshot) && !aliases.includes(name) ? [...aliases, name] : undefined

/** Throws `ValidationError` where another term has or had the address, or has the old one as its name: posts would get that one. */
async function checkAddress(tx: Transaction, kind: TermKind, entry: TermEntry, address: string): Promise<void> {
  const reject = (message: string) => {
    throw new ValidationError({ address: { message } })
  }
  const terms = tx.snapshot[kind]
  const others = new Map([...terms].filter(([, one]) => one !== entry))
  if (portableId(address) !== address) reject('Windows reserves this name for itself. Choose another address.')
  if (terms.has(address)) reject(`Another ${termNoun[kind]} has this address.`)
  if (hasFormerId(others, address)) reject(`Another ${termNoun[kind]} had this address, and links to it lead there.`)
  if (await tx.exists(fileOfTerm(kind, address))) reject('A file has this name already.')
  const isTaken = [...others.values()].some(({ name }) => plainId(termId(name)) === plainId(entry.id))
  if (isTaken) reject(`Another ${termNoun[kind]} has the name of the old address, so that one cannot redirect.`)
}

export type Merged = { from: Term; into: Term; posts: number }

/**
 * Gives the posts of one term another one, which takes its URLs over, and removes its file. `readersOf`: who has a post open. Where
 * somebody has one that `despite` does not name, nothing changes. Throws `NotFoundError`, `ValidationError`, `ConflictError`.
 */
export async function mergeTerms(
  tx: Transaction,
  kind: TermKind,
  id: string,
  { into, despite }: MergeTerm,
  readersOf: (post: string) => readonly string[],
): Promise<Merged | { edited: EditedPosts['posts'] }> {
  const from = knownTerm(tx, kind, id)
  const to = knownTerm(tx, kind, into)
  if (from === to) throw new ValidationError({ into: { message: `Choose another ${termNoun[kind]}.` } })
  if (isUnfiled(to)) throw new ConflictError(`“${to.name}” has no file yet: create that first.`)
  const posts = postsWith(tx.snapshot, kind, id)
  const edited = posts
    .map((post) => ({ id: post.id, title: post.title, by: [...readersOf(post.id)] }))
    .filter((one) => one.by.length > 0 && !despite.includes(one.id))
  if (edited.length > 0) return { edited }
  for (const post of posts) await giveTerm(tx, post, kind, { from: id, into })
  const known = new Set([to.id, to.name, ...(to.aliases ?? [])].map((one) => plainId(termId(one))))
  const former = [from.id, from.name, ...(from.aliases ?? [])].filter((one) => {
    const plain = plainId(termId(one))
    return !known.has(plain) && known.add(plain)
  })
  tx.write(to.file, withFormerIds(await tx.read(to.file), { id: to.id, former }))
  if (!isUnfiled(from)) tx.remove(from.file)
  return { from, into: to, posts: posts.length }
}

/** Throws `ConflictError` for a post whose file cannot be changed. */
async function giveTerm(
  tx: Transaction,
  post: PostEntry,
  kind: TermKind,
  { from, into }: { from: string; into: string },
) {
  try {
    const text = await tx.read(post.file)
    if (kind === 'categories') return tx.write(post.file, editPost(text, { category: into }, post.file))
    const tags = new Map<string, string>()
    for (const written of decodeFields(text, post.file).tags) {
      const id = resolveTerm(tx.snapshot, kind, written)
      const [next, name] = id === from ? [into, into] : [id, written]
      if (!tags.has(next)) tags.set(next, name)
    }
    tx.write(post.file, editPost(text, { tags: [...tags.values()] }, post.file))
  } catch (error) {
    if (!(error instanceof ContentFileError || error instanceof ContentNotFoundError)) throw error
    throw new ConflictError(`“${post.title}” cannot be changed: its file has an error. Repair the file first.`)
  }
}
