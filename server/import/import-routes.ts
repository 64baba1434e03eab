import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { type ImportState, ImportUploadSchema, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import type { Content } from '#server/content/content.ts'
import { parseOrThrow, queryOf, type RequestTools } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { receiveFile } from '#server/http/upload.ts'
import type { Importer } from './importer.ts'
import { jobView } from './job-view.ts'

const TOO_LARGE = 'This file is larger than 1 GB. Import it from the shell: bun run import FILE.'

type Site = { content: Pick<Content, 'snapshot'>; now(): Date }

/** Imports of other blogs, for administrators. An upload is the body itself, which goes to the disk as it arrives. */
export function importRoutes(
  importer: Importer,
  site: Site,
  { requireAdmin, audit }: Pick<RequestTools, 'requireAdmin' | 'audit'>,
) {
  const view = (job: ReturnType<Importer['job']>): ImportState => ({
    job: job ? jobView(job, site.content.snapshot().posts, site.now()) : null,
  })

  async function read(request: Request) {
    await requireAdmin(request)
    return json(view(importer.job()), PRIVATE)
  }

  async function upload(request: Request) {
    const { administrator } = await requireAdmin(request)
    const query = queryOf(request)
    const { name, into, pages } = parseOrThrow(ImportUploadSchema, query)
    const { size, bytes } = receiveFile(request, UPLOAD_MAX_BYTES, TOO_LARGE)
    const from = { name, by: administrator.name, size }
    const job = await importer.upload(from, bytes, { into, pages: pages === 'true' })
    return json(view(job), { status: 201, ...PRIVATE })
  }

  async function confirm(request: Request, id: string) {
    await requireAdmin(request)
    const job = await importer.confirm(id)
    const posts = job.plan ? job.plan.actions.add + job.plan.actions.update : 0
    await audit(request, 'import.confirmed', { subject: job.name, detail: `${posts} posts` })
    return json(view(job), PRIVATE)
  }

  async function remove(request: Request, id: string) {
    await requireAdmin(request)
    await importer.remove(id)
    return json({ message: 'The import is removed from this page.' })
  }

  return new Elysia({ name: 'imports' })
    .get(adminPaths.imports, ({ request }) => read(request))
    .post(adminPaths.imports, ({ request }) => upload(request), { parse: 'none' })
    .post(`${adminPaths.imports}/:id/confirm`, ({ request, params }) => confirm(request, params.id), { parse: 'none' })
    .delete(`${adminPaths.imports}/:id`, ({ request, params }) => remove(request, params.id), { parse: 'none' })
}
