import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { ImportStateSchema, ImportUploadSchema } from '#contract/imports.ts'
import { admin, created, FILE_TYPE, json, message } from './operation.ts'

const job = json(ImportStateSchema, 'The import, or `null`. There is at most one.')
const file = {
  schema: v.pipe(v.file(), v.description('The bytes of a .zip, .xml or .json file of at most 1 GB.')),
  types: [FILE_TYPE],
}

/** Blogs that move in. */
export const importOperations = [
  admin.get(adminPaths.imports, 'readImport', 'Returns the import in progress, or the last one', job),
  admin.post(
    adminPaths.imports,
    'uploadImport',
    'Uploads an export and plans its import',
    created(ImportStateSchema, 'Uploaded. The plan follows: ask again until `phase` is `planned` or `failed`.'),
    {
      description:
        'Nothing is published before it is confirmed. `into`: a folder below `content/posts`. 409 while there is another import.',
      query: ImportUploadSchema,
      body: file,
      errors: [409],
    },
  ),
  admin.post(
    `${adminPaths.imports}/{id}/confirm`,
    'confirmImport',
    'Writes what was planned',
    json(ImportStateSchema, 'Confirmed. Ask again until `phase` is `done` or `failed`.'),
    { description: '409 unless `phase` is `planned`.', errors: [409] },
  ),
  admin.delete(
    `${adminPaths.imports}/{id}`,
    'removeImport',
    'Cancels an import, or dismisses its report',
    message('Removed, with the upload. Imported posts stay.'),
    { description: '409 while posts are written.', errors: [409] },
  ),
]
