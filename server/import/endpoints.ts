import { adminPaths } from '#contract/admin-paths.ts'
import { type ImportState, ImportStateSchema, ImportUploadSchema, UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import type { Content } from '#server/content/content.ts'
import { created, endpoint, fileBody, message, ok, parameters, privately } from '#server/http/endpoint.ts'
import type { Importer } from './importer.ts'
import { jobView } from './job-view.ts'

const FILE = 'The bytes of a .zip, .xml or .json file of at most 1 GB.'
const TOO_LARGE = 'This file is larger than 1 GB. Import it from the shell: bun run import FILE.'

type Options = { importer: Importer; content: Pick<Content, 'snapshot'>; now(): Date }

/** Imports of other blogs. An upload goes to the disk as it arrives. */
export function importEndpoints({ importer, content, now }: Options) {
  const view = (job: ReturnType<Importer['job']>): ImportState => ({
    job: job ? jobView(job, content.snapshot().posts, now()) : null,
  })

  return [
    endpoint({
      id: 'readImport',
      summary: 'Returns the import in progress, or the last one',
      method: 'GET',
      path: adminPaths.imports,
      access: 'administrator',
      response: privately(ok(ImportStateSchema, 'The import, or `null`. There is at most one.')),
      handle: () => view(importer.job()),
    }),
    endpoint({
      id: 'uploadImport',
      summary: 'Uploads an export and plans its import',
      description:
        'Nothing is published before it is confirmed. `into`: a folder below `content/posts`. 409 while there is another import.',
      method: 'POST',
      path: adminPaths.imports,
      access: 'administrator',
      query: parameters(ImportUploadSchema),
      body: fileBody(FILE, UPLOAD_MAX_BYTES, TOO_LARGE),
      response: privately(
        created(ImportStateSchema, 'Uploaded. The plan follows: ask again until `phase` is `planned` or `failed`.'),
      ),
      errors: [409],
      async handle({ query: { name, into, pages }, body: { size, bytes }, who }) {
        const from = { name, by: who.person.name, size }
        return view(await importer.upload(from, bytes, { into, pages: pages === 'true' }))
      },
    }),
    endpoint({
      id: 'confirmImport',
      summary: 'Writes what was planned',
      description: '409 unless `phase` is `planned`.',
      method: 'POST',
      path: adminPaths.confirmImport.pattern,
      access: 'administrator',
      response: privately(ok(ImportStateSchema, 'Confirmed. Ask again until `phase` is `done` or `failed`.')),
      errors: [409],
      async handle({ params, audit }) {
        const job = await importer.confirm(params.id)
        const posts = job.plan ? job.plan.actions.add + job.plan.actions.update : 0
        await audit('import.confirmed', { subject: job.name, detail: `${posts} posts` })
        return view(job)
      },
    }),
    endpoint({
      id: 'removeImport',
      summary: 'Cancels an import, or dismisses its report',
      description: '409 while posts are written.',
      method: 'DELETE',
      path: adminPaths.oneImport.pattern,
      access: 'administrator',
      response: message('Removed, with the upload. Imported posts stay.'),
      errors: [409],
      async handle({ params }) {
        await importer.remove(params.id)
        return { message: 'The import is removed from this page.' }
      },
    }),
  ]
}
