import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  CreateTermsResultSchema,
  CreateTermsSchema,
  DescribedTermSchema,
  ListedTermSchema,
  type Term,
  TermSchema,
} from '#contract/posts.ts'
import { AllTermsSchema, ChangeTermSchema, EditedPostsSchema, MergeTermSchema } from '#contract/terms.ts'
import type { TermKind } from '#server/content/snapshot/post-terms.ts'
import {
  created,
  type Endpoint,
  endpoint,
  jsonBody,
  message,
  ok,
  privately,
  revalidated,
  sentParameters,
} from '#server/http/endpoint.ts'
import { json } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { termNoun } from './new-terms.ts'
import type { PostQueries } from './post-queries.ts'
import { termListEndpoint } from './term-lists.ts'
import { createTerms } from './terms.ts'
import { type Creations, creationOf, undoneTermsEndpoint } from './undone-terms.ts'

/** In the ids of endpoints. */
const titles = {
  categories: { one: 'Category', many: 'Categories' },
  tags: { one: 'Tag', many: 'Tags' },
} as const
const paths = {
  categories: { one: adminPaths.category, merge: adminPaths.mergeCategory },
  tags: { one: adminPaths.tag, merge: adminPaths.mergeTag },
} as const

/** Of deletions. */
export const FOR_GOOD = 'Without git, which has what is deleted, a confirmation is needed.'
const deletions = {
  categories: { description: `Rejected while posts use it. ${FOR_GOOD}`, errors: [409] },
  tags: { description: `Its posts lose the tag. ${FOR_GOOD}` },
}
const editedPosts = { 409: ok(EditedPostsSchema, 'Posts that somebody has open. Nothing was changed.') }

export type TermEndpointsOptions = Parameters<typeof createTerms>[0] & {
  queries: Pick<PostQueries, 'term' | 'terms' | 'allTerms'>
  creations: Creations
  /** Whether git has what is deleted. */
  canRestore(): boolean
}

/** Categories and tags: reading, creating, changing, merging, deleting. */
export const termEndpoints = (options: TermEndpointsOptions): Endpoint[] => [
  ...(['categories', 'tags'] as const).flatMap((kind) => endpointsOf(kind, createTerms(options), options)),
  undoneTermsEndpoint(options),
  endpoint({
    id: 'listTerms',
    summary: 'Lists all categories and tags with their posts',
    method: 'GET',
    path: adminPaths.terms,
    access: 'administrator',
    response: privately(ok(AllTermsSchema, 'Sorted by name, with the number of posts in any state.')),
    handle: () => options.queries.allTerms(),
  }),
]

/** The same for categories and tags. */
function endpointsOf(
  kind: TermKind,
  terms: ReturnType<typeof createTerms>,
  { queries, creations, canRestore }: TermEndpointsOptions,
): Endpoint[] {
  const one = termNoun[kind]
  const title = titles[kind]
  const undoOf = async (added: readonly Term[]) =>
    Object.fromEntries(
      await Promise.all(added.map(async ({ id, name }) => [id, await creations.issue(creationOf(kind, id, name))])),
    )

  return [
    termListEndpoint({
      id: `list${title.many}`,
      summary: `Lists the ${kind}`,
      path: apiPaths[kind],
      schema: ListedTermSchema,
      description: 'Sorted by name. `unfiled`: posts name it, but it has no file yet; only with `state=all`.',
      termsIn: (list) => queries.terms(kind, list),
    }),
    endpoint({
      id: `create${title.many}`,
      summary: `Creates ${kind}, except existing names`,
      description: 'With `undo=true`, the response has what takes each of them back within an hour.',
      method: 'POST',
      path: apiPaths[kind],
      access: 'administrator',
      query: sentParameters(v.object({ undo: v.optional(v.picklist(['true'])) })),
      body: jsonBody(CreateTermsSchema),
      response: created(CreateTermsResultSchema, 'The new ones, and a sentence.'),
      async handle({ body: { name }, query, who, audit }) {
        const added = await terms.add(kind, name, who.person)
        for (const { id } of added.created) await audit(`${one}.created`, { subject: id })
        return query.undo === 'true' ? { ...added, undo: await undoOf(added.created) } : added
      },
    }),
    endpoint({
      id: `read${title.one}`,
      summary: `Returns a ${one} that has a page`,
      description: 'By its id or a former one, which the file of the term names in `aliases`.',
      method: 'GET',
      path: paths[kind].one.pattern,
      access: 'public',
      response: revalidated(DescribedTermSchema, 'The current id, the name and the description.'),
      handle({ params }) {
        const found = queries.term(kind, params.id)
        if (!found) throw new NotFoundError(`This ${one} does not exist.`)
        return found
      },
    }),
    endpoint({
      id: `rename${title.many}`,
      summary: `Changes the name, the description or the address of a ${one}`,
      description:
        'What is absent stays. With another address, URLs with the one before redirect; posts stay as they are.',
      method: 'PUT',
      path: paths[kind].one.pattern,
      fromForm: { id: `update${title.many}`, summary: `Changes a ${one}, from an HTML form` },
      access: 'administrator',
      body: jsonBody(ChangeTermSchema),
      response: ok(TermSchema, 'The id and the name from now on.'),
      async handle({ params: { id }, body, who, audit }) {
        const changed = await terms.change(kind, id, body, who.person)
        await audit(`${one}.changed`, { subject: changed.id })
        return changed
      },
    }),
    endpoint({
      id: `merge${title.many}`,
      summary: `Merges a ${one} into another one`,
      description:
        'Its posts get the other one, to which its URLs redirect. Rejected while somebody has one of these posts open, until `despite` names it.',
      method: 'POST',
      path: paths[kind].merge.pattern,
      access: 'administrator',
      body: jsonBody(MergeTermSchema),
      response: message('Merged.'),
      errorResponses: editedPosts,
      async handle({ params: { id }, body, who, audit }) {
        const merged = await terms.merge(kind, id, body, who.person)
        if ('edited' in merged)
          return json({ message: editedMessage(merged.edited), posts: merged.edited }, { status: 409 })
        await audit(`${one}.merged`, { subject: id })
        const { from, into, posts } = merged
        return { message: `“${from.name}” is merged into “${into.name}”. ${changedPosts(posts)}` }
      },
    }),
    endpoint({
      ...deletions[kind],
      id: `delete${title.many}`,
      summary: `Deletes a ${one}`,
      method: 'DELETE',
      path: paths[kind].one.pattern,
      access: 'administrator',
      confirms: { effect: 'deletes for good', when: 'without git' },
      response: message('Deleted.'),
      async handle({ params: { id }, who, audit, requireConfirmation }) {
        if (!canRestore()) requireConfirmation()
        await terms.remove(kind, id, who.person)
        await audit(`${one}.deleted`, { subject: id })
        return { message: `The ${one} was deleted.` }
      },
    }),
  ]
}

const changedPosts = (posts: number) =>
  posts === 0 ? 'No post had it.' : `${posts === 1 ? 'One post was' : `${posts} posts were`} changed.`

const editedMessage = (posts: readonly unknown[]) =>
  posts.length === 1 ? 'One of its posts is being edited.' : `${posts.length} of its posts are being edited.`
