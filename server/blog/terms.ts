import type { Term } from '#contract/posts.ts'
import type { ChangeTerm, MergeTerm } from '#contract/terms.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import { decodeFields, editPost, type PostEntry } from '#server/content/files/post-file.ts'
import { isUnfiled, postsWith, resolveTerm, type TermKind } from '#server/content/snapshot/post-terms.ts'
import { ConflictError } from '#server/lib/errors.ts'
import { newNames, termNoun, writeNewTerm } from './new-terms.ts'
import { changeTerm, knownTerm, mergeTerms } from './term-changes.ts'

const many = { categories: 'categories', tags: 'tags' } as const

/** `readersOf`: the names of those who have a post open. */
type TermsDeps = { content: Content; readersOf(post: string): readonly string[] }

/** Creates, changes, merges and deletes categories and tags. */
export function createTerms({ content, readersOf }: TermsDeps) {
  /** Creates the names that do not exist yet, ignoring case; `created` lists only those. */
  async function add(kind: TermKind, names: readonly string[], editor: Editor) {
    const created = await content.change(
      async (tx) => {
        const created: Term[] = []
        const existing = [...tx.snapshot[kind].values()].filter((term) => !isUnfiled(term))
        for (const name of newNames(names, existing)) created.push({ id: await writeNewTerm(tx, kind, name), name })
        return created
      },
      (created) => ({
        subject: `${termNoun[kind]}: create ${created.map(({ name }) => `"${name}"`).join(', ')}`,
        editor,
      }),
    )
    return { created, message: addedMessage(kind, created.length, names.length - created.length) }
  }

  /** Removes a tag from its posts in the same change. Throws `NotFoundError`, and `ConflictError` while posts use a category. */
  async function remove(kind: TermKind, id: string, editor: Editor): Promise<void> {
    await content.change(
      async (tx) => {
        const term = knownTerm(tx, kind, id)
        const posts = postsWith(tx.snapshot, kind, id)
        if (kind === 'categories' && posts.length > 0) throw new ConflictError(inUseMessage(posts.length))
        await Promise.all(posts.map((post) => removeTagFrom(tx, post, id)))
        if (!isUnfiled(term)) tx.remove(term.file)
        return term.name
      },
      (name) => ({ subject: `${termNoun[kind]}: delete "${name}"`, id, editor }),
    )
  }

  /** Throws `NotFoundError`, and `ValidationError` for a name or an address that another term has. */
  async function change(kind: TermKind, id: string, wanted: ChangeTerm, editor: Editor): Promise<Term> {
    const { name, address = id } = wanted
    await content.change(
      (tx) => changeTerm(tx, kind, id, wanted),
      (before) => ({
        subject: `${termNoun[kind]}: ${before === name ? `change "${name}"` : `rename "${before}" to "${name}"`}`,
        id: address,
        editor,
      }),
    )
    return { id: address, name }
  }

  /** Gives the posts of a term another one, which takes its URLs over. See `mergeTerms`. */
  const merge = (kind: TermKind, id: string, wanted: MergeTerm, editor: Editor) =>
    content.change(
      (tx) => mergeTerms(tx, kind, id, wanted, readersOf),
      (merged) => ({
        subject: 'edited' in merged ? '' : `${termNoun[kind]}: merge "${merged.from.name}" into "${merged.into.name}"`,
        id: wanted.into,
        editor,
      }),
    )

  return { add, remove, change, merge }
}

async function removeTagFrom(tx: Transaction, { file }: PostEntry, id: string): Promise<void> {
  const text = await tx.read(file)
  const tags = decodeFields(text).tags.filter((one) => resolveTerm(tx.snapshot, 'tags', one) !== id)
  tx.write(file, editPost(text, { tags }))
}

const inUseMessage = (posts: number) =>
  `This category cannot be deleted: ${posts} ${posts === 1 ? 'post uses' : 'posts use'} it.`

function addedMessage(kind: TermKind, added: number, skipped: number): string {
  const count = (number: number) => `${number} ${number === 1 ? termNoun[kind] : many[kind]}`
  const sentence = `${count(added)} added.`
  return skipped === 0 ? sentence : `${sentence} ${count(skipped)} existed already.`
}
