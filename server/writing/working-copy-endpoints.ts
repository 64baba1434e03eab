import { adminPaths } from '#contract/admin-paths.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH, WORKING_COPIES_MAX, WORKING_COPY_DAYS } from '#contract/limits.ts'
import { documentFrom } from '#contract/stored-document.ts'
import {
  DiscardCopiesSchema,
  KeepWorkingCopySchema,
  WorkingCopiesSchema,
  type WorkingCopy,
  WorkingCopyHeadSchema,
  WorkingCopySchema,
} from '#contract/writing.ts'
import type { Content } from '#server/content/content.ts'
import { termAt } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { endpoint, jsonBody, message, ok, privately } from '#server/http/endpoint.ts'
import { schema } from '#server/text/blocks/schema.ts'
import { InvalidDocumentError } from '#server/text/document/errors.ts'
import type { WorkingCopies } from './working-copy.ts'

/** Unsaved texts. An administrator reaches only their own. */
export const workingCopyEndpoints = (copies: WorkingCopies, content: Pick<Content, 'snapshot'>) => [
  endpoint({
    id: 'listWorkingCopies',
    summary: 'Lists unsaved texts',
    description: `Of the administrator of the token only. Deleted when the post is saved, and ${WORKING_COPY_DAYS} days after the last change.`,
    method: 'GET',
    path: adminPaths.workingCopies,
    access: 'administrator',
    response: privately(ok(WorkingCopiesSchema, 'Newest first.')),
    handle: async ({ who }) => ({ working_copies: await copies.list(who.person.id) }),
  }),
  endpoint({
    id: 'readWorkingCopy',
    summary: 'Returns an unsaved text',
    description: 'The key is `post-` and the id of a post, or `new-` and 16 hexadecimal digits for one without a file.',
    method: 'GET',
    path: adminPaths.workingCopy.pattern,
    access: 'administrator',
    response: privately(ok(WorkingCopySchema, 'The text.')),
    handle: async ({ params, who }) =>
      withCurrentTerms(await copies.get(who.person.id, params.key), content.snapshot()),
  }),
  endpoint({
    id: 'keepWorkingCopy',
    summary: 'Stores an unsaved text',
    description: `At most ${WORKING_COPIES_MAX}. Nothing changes for visitors, and nothing is in git.`,
    method: 'PUT',
    path: adminPaths.workingCopy.pattern,
    access: 'administrator',
    body: jsonBody(KeepWorkingCopySchema, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH }),
    response: privately(ok(WorkingCopyHeadSchema, 'Stored. `saved_at` is what the next copy replaces.')),
    errors: [409],
    handle({ params, body, who }) {
      if (body.document && !documentFrom(schema, body.document)) throw new InvalidDocumentError()
      return copies.put(who.person.id, params.key, body)
    },
  }),
  endpoint({
    id: 'discardWorkingCopy',
    summary: 'Discards an unsaved text',
    method: 'DELETE',
    path: adminPaths.workingCopy.pattern,
    access: 'administrator',
    response: message('Discarded.'),
    async handle({ params, who }) {
      await copies.remove(who.person.id, params.key)
      return { message: 'The unsaved text was discarded.' }
    },
  }),
  endpoint({
    id: 'discardWorkingCopies',
    summary: 'Discards several unsaved texts',
    description: 'Those of other keys stay, so that nothing is discarded that was not seen.',
    method: 'POST',
    path: adminPaths.discardedCopies,
    access: 'administrator',
    body: jsonBody(DiscardCopiesSchema),
    response: message('Discarded.'),
    async handle({ body: { keys }, who: { person }, audit }) {
      const known = new Set((await copies.list(person.id)).map(({ key }) => key))
      const found = [...new Set(keys)].filter((key) => known.has(key))
      for (const key of found) await copies.remove(person.id, key)
      if (found.length > 0) await audit('unsaved-texts.discarded', { detail: String(found.length) })
      return {
        message:
          found.length === 1 ? 'The unsaved text was discarded.' : `${found.length} unsaved texts were discarded.`,
      }
    },
  }),
]

/** A category or tag may have been merged, or have another address, since the text was stored. */
function withCurrentTerms(copy: WorkingCopy, snapshot: Snapshot): WorkingCopy {
  const { category_id, tags } = copy.fields
  const current = (kind: 'categories' | 'tags', id: string) => termAt(snapshot, kind, id)?.id ?? id
  return {
    ...copy,
    fields: {
      ...copy.fields,
      category_id: current('categories', category_id),
      tags: [...new Set(tags.map((id) => current('tags', id)))],
    },
  }
}
