import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH } from '#contract/limits.ts'
import { documentFrom } from '#contract/stored-document.ts'
import { KeepWorkingCopySchema } from '#contract/writing.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { schema } from '#server/text/blocks/schema.ts'
import { InvalidDocumentError } from '#server/text/document/errors.ts'
import type { WorkingCopies } from './working-copy.ts'

const ONE = `${adminPaths.workingCopies}/:key` as const

/** Unsaved texts. An administrator reaches only their own. */
export function workingCopyRoutes(copies: WorkingCopies, requireAdmin: RequireAdmin) {
  const ownerOf = async (request: Request) => (await requireAdmin(request)).administrator.id

  async function list(request: Request) {
    return json({ working_copies: await copies.list(await ownerOf(request)) }, PRIVATE)
  }

  async function get(request: Request, key: string) {
    return json(await copies.get(await ownerOf(request), key), PRIVATE)
  }

  async function put(request: Request, key: string) {
    const owner = await ownerOf(request)
    const body = await readJson(request, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH })
    const sent = parseOrThrow(KeepWorkingCopySchema, body)
    if (sent.document && !documentFrom(schema, sent.document)) throw new InvalidDocumentError()
    return json(await copies.put(owner, key, sent), PRIVATE)
  }

  async function remove(request: Request, key: string) {
    await copies.remove(await ownerOf(request), key)
    return json({ message: 'The unsaved text was discarded.' })
  }

  return new Elysia({ name: 'working-copies' })
    .get(adminPaths.workingCopies, ({ request }) => list(request))
    .get(ONE, ({ request, params }) => get(request, params.key))
    .put(ONE, ({ request, params }) => put(request, params.key), { parse: 'none' })
    .delete(ONE, ({ request, params }) => remove(request, params.key), { parse: 'none' })
}
