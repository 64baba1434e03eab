import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { type ImportState, ImportUploadSchema, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import type { Content } from '#server/content/content.ts'
import { HttpError } from '#server/http/errors.ts'
import { parseOrThrow, type RequestTools } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import type { Importer } from './importer.ts'
import { jobView } from './job-view.ts'

const UPLOAD_TYPE = 'application/octet-stream'
const CLOSE = { connection: 'close' }

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
    if (request.headers.get('content-type') !== UPLOAD_TYPE)
      throw new HttpError(415, `Please send the bytes of the file as ${UPLOAD_TYPE}.`, CLOSE)
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const { name, into, pages } = parseOrThrow(ImportUploadSchema, query)
    const size = Number(request.headers.get('content-length') ?? 0) || 0
    if (size > UPLOAD_MAX_BYTES)
      throw new HttpError(413, 'This file is larger than 1 GB. Import it from the shell: bun run import FILE.', CLOSE)
    if (!request.body) throw new HttpError(400, 'The file is empty. Export it again.')
    const from = { name, by: administrator.name, size }
    const job = await importer.upload(from, received(request.body), { into, pages: pages === 'true' })
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

/** Throws a 400 where the connection breaks. */
async function* received(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { value } = await reader.read().catch(() => {
        throw new HttpError(400, 'This upload could not be read.')
      })
      if (!value) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
