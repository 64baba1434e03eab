import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { ContentFileQuerySchema, type InvalidContentFile, RepairContentFileSchema } from '#contract/content.ts'
import { WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import type { Repairs } from '#server/content/repairs.ts'
import { parseOrThrow, queryOf, type RequestTools, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'

/** Content files with problems, for administrators only: the problems quote drafts. */
export function repairRoutes(repairs: Repairs, { requireAdmin, audit }: Pick<RequestTools, 'requireAdmin' | 'audit'>) {
  async function list(request: Request) {
    await requireAdmin(request)
    return json(repairs.list())
  }

  async function read(request: Request) {
    await requireAdmin(request)
    const query = queryOf(request)
    return json(await repairs.read(parseOrThrow(ContentFileQuerySchema, query).file), PRIVATE)
  }

  async function write(request: Request) {
    const { administrator } = await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const repair = parseOrThrow(RepairContentFileSchema, sent)
    const problems = await repairs.write(repair, administrator)
    const [first] = problems
    if (first) {
      const message = `${first.file}:${first.line}:${first.column} ${first.reason}`
      return json({ message, problems } satisfies InvalidContentFile, { ...PRIVATE, status: 422 })
    }
    await audit(request, 'content-file.repaired', { subject: repair.file })
    return json({ message: 'The file was repaired.' })
  }

  return new Elysia({ name: 'repairs' })
    .get(adminPaths.contentProblems, ({ request }) => list(request))
    .get(adminPaths.contentFile, ({ request }) => read(request))
    .put(adminPaths.contentFile, ({ request }) => write(request), { parse: 'none' })
}
