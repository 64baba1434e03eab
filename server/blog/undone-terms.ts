import { adminPaths } from '#contract/admin-paths.ts'
import { UndoTermsSchema } from '#contract/posts.ts'
import type { Content, Editor } from '#server/content/content.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { newName } from '#server/content/files/term-file.ts'
import { isUnfiled, postsWith, type TermKind } from '#server/content/snapshot/post-terms.ts'
import { endpoint, jsonBody, message } from '#server/http/endpoint.ts'
import { ConflictError } from '#server/lib/errors.ts'
import { termNoun } from './new-terms.ts'

/** A category or tag with the revision that its file had when it was created. */
export type Creation = { kind: TermKind; id: string; revision: string }
/** Tokens for an hour. */
export type Creations = {
  issue(creation: Creation): Promise<string>
  /** `undefined`: invalid or expired. */
  read(token: string): Promise<Creation | undefined>
}
type Options = { content: Content; creations: Pick<Creations, 'read'> }

export const creationOf = (kind: TermKind, id: string, name: string): Creation => ({
  kind,
  id,
  revision: revisionOf(new TextEncoder().encode(newName(name))),
})

const TOO_LATE = 'This was created more than an hour ago, so it stays. Delete it on its page.'

/** Takes back categories and tags that were created within the last hour and that nothing has to do with since. */
export function undoneTermsEndpoint({ content, creations }: Options) {
  const undo = (all: readonly Creation[], editor: Editor) =>
    content.change(
      async (tx) =>
        all.map(({ kind, id, revision }) => {
          const term = tx.snapshot[kind].get(id)
          if (!term || isUnfiled(term)) throw new ConflictError(`This ${termNoun[kind]} is gone already.`)
          if (term.revision !== revision)
            throw new ConflictError(`“${term.name}” has been changed since, so it stays. Delete it on its page.`)
          const posts = postsWith(tx.snapshot, kind, id).length
          if (posts > 0) throw new ConflictError(`“${term.name}” is used by ${inPosts(posts)}, so it stays.`)
          tx.remove(term.file)
          return { kind, id, name: term.name }
        }),
      (undone) => ({ subject: `${subjectOf(undone)}: undo ${quoted(undone)}`, editor }),
    )

  return endpoint({
    id: 'undoTerms',
    summary: 'Takes back new categories and tags',
    description:
      'Those that were created with `?undo=true` within the last hour, all of them or none. Rejected where a post uses one, or its file has changed.',
    method: 'POST',
    path: adminPaths.undoneTerms,
    access: 'administrator',
    body: jsonBody(UndoTermsSchema),
    response: message('What was taken back.'),
    errors: [409],
    async handle({ body, who: { person }, audit }) {
      const all: Creation[] = []
      for (const token of body.undo) {
        const creation = await creations.read(token)
        if (!creation) throw new ConflictError(TOO_LATE)
        all.push(creation)
      }
      const undone = await undo(all, person)
      for (const { kind, id } of undone) await audit(`${termNoun[kind]}.deleted`, { subject: id, detail: 'undone' })
      return { message: `${quoted(undone)} ${undone.length === 1 ? 'is' : 'are'} gone again.` }
    },
  })
}

type Named = { kind: TermKind; name: string }

const quoted = (terms: readonly Named[]) => terms.map(({ name }) => `“${name}”`).join(', ')
const subjectOf = ([first]: readonly Named[]) => (first ? termNoun[first.kind] : 'term')

const inPosts = (posts: number) => (posts === 1 ? 'one post' : `${posts} posts`)
