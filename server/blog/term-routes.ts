import { Elysia } from 'elysia'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { NewNamesSchema, RenameSchema } from '#contract/names.ts'
import { apiPaths } from '#contract/paths.ts'
import { MethodNotAllowedError } from '#server/http/errors.ts'
import { json } from '#server/http/json.ts'
import { publicJson } from '#server/http/json-etag.ts'
import { otherMethods } from '#server/http/method-not-allowed.ts'
import { readJson } from '#server/http/read-body.ts'
import { accept } from '#server/http/validate.ts'
import type { BlogRoutesOptions } from './post-routes.ts'
import { isPlainPost, knownId } from './request.ts'
import { type NameKind, words } from './terms.ts'

/** The same endpoints for categories and tags. */
export function nameRoutes(kind: NameKind, { reading, names, requireAdmin, audit }: BlogRoutesOptions) {
  const path = apiPaths[kind]
  const { one } = words[kind]

  async function add(request: Request) {
    await requireAdmin(request)
    const { name } = accept(NewNamesSchema, await readJson(request, { maxBytes: JSON_MAX_BYTES }))
    const added = await names.add(kind, name)
    for (const { id } of added.created) await audit(request, `${one}.created`, { subject: id })
    return json(added, { status: 201 })
  }

  async function rename(request: Request, id: string) {
    await requireAdmin(request)
    if (isPlainPost(request)) throw new MethodNotAllowedError(['PUT', 'DELETE'])
    const { name } = accept(RenameSchema, await readJson(request, { maxBytes: JSON_MAX_BYTES }))
    const renamed = await names.rename(kind, knownId(id), name)
    await audit(request, `${one}.changed`, { subject: id })
    return json(renamed)
  }

  async function remove(request: Request, id: string) {
    await requireAdmin(request)
    await names.remove(kind, knownId(id))
    await audit(request, `${one}.deleted`, { subject: id })
    return json({ message: `The ${one} was deleted.` })
  }

  return new Elysia()
    .get(path, ({ request }) => publicJson(request, reading[kind]()))
    .post(path, ({ request }) => add(request), { parse: 'none' })
    .post(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .put(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .delete(`${path}/:id`, ({ request, params }) => remove(request, params.id), { parse: 'none' })
    .use(otherMethods({ [path]: ['GET', 'POST'], [`${path}/:id`]: ['POST', 'PUT', 'DELETE'] }))
}
