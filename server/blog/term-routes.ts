import { Elysia } from 'elysia'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { NewNamesSchema, RenameSchema } from '#contract/names.ts'
import { apiPaths } from '#contract/paths.ts'
import { MethodNotAllowedError } from '#server/http/errors.ts'
import { json, publicJson } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { parseOrThrow, readJson } from '#server/http/read-body.ts'
import type { RequestTools } from '#server/http/request-tools.ts'
import type { PostQueries } from './post-queries.ts'
import { isPlainPost, knownId } from './request.ts'
import { labels, type TermKind, type Terms } from './terms.ts'

export type TermRoutesOptions = { queries: Pick<PostQueries, TermKind>; terms: Terms }

/** The same endpoints for categories and tags. */
export function termRoutes(
  kind: TermKind,
  { queries, terms }: TermRoutesOptions,
  { requireAdmin, audit }: Pick<RequestTools, 'requireAdmin' | 'audit'>,
) {
  const path = apiPaths[kind]
  const { one } = labels[kind]

  async function add(request: Request) {
    await requireAdmin(request)
    const { name } = parseOrThrow(NewNamesSchema, await readJson(request, { maxBytes: JSON_MAX_BYTES }))
    const added = await terms.add(kind, name)
    for (const { id } of added.created) await audit(request, `${one}.created`, { subject: id })
    return json(added, { status: 201 })
  }

  async function rename(request: Request, id: string) {
    await requireAdmin(request)
    if (isPlainPost(request)) throw new MethodNotAllowedError(['PUT', 'DELETE'])
    const { name } = parseOrThrow(RenameSchema, await readJson(request, { maxBytes: JSON_MAX_BYTES }))
    const renamed = await terms.rename(kind, knownId(id), name)
    await audit(request, `${one}.changed`, { subject: id })
    return json(renamed)
  }

  async function remove(request: Request, id: string) {
    await requireAdmin(request)
    await terms.remove(kind, knownId(id))
    await audit(request, `${one}.deleted`, { subject: id })
    return json({ message: `The ${one} was deleted.` })
  }

  return new Elysia()
    .get(path, ({ request }) => publicJson(request, queries[kind]()))
    .post(path, ({ request }) => add(request), { parse: 'none' })
    .post(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .put(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .delete(`${path}/:id`, ({ request, params }) => remove(request, params.id), { parse: 'none' })
    .use(rejectOtherMethods({ [path]: ['GET', 'POST'], [`${path}/:id`]: ['POST', 'PUT', 'DELETE'] }))
}
