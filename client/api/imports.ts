import { adminPaths } from '#contract/admin-paths.ts'
import type { ImportJobView, ImportState } from '#contract/imports.ts'
import { adminCall } from './admin-http.ts'
import { upload } from './upload.ts'

const jobIn = async (response: Response): Promise<ImportJobView | null> => ((await response.json()) as ImportState).job

/** The import in progress, or the last one until it is dismissed. */
export const fetchImport = async () => jobIn(await adminCall(adminPaths.imports, { bearer: true }))

export type ImportOptions = { into: string; pages: 'true' | 'false' }

export async function uploadImport(
  file: File,
  options: ImportOptions,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const query = new URLSearchParams({ name: file.name, ...options })
  const bytes = file.slice(0, file.size, 'application/octet-stream')
  return jobIn(await upload(`${adminPaths.imports}?${query}`, bytes, onProgress, signal))
}

export const confirmImport = async (id: string) =>
  jobIn(await adminCall(adminPaths.confirmImport(id), { method: 'POST', bearer: true }))

export async function removeImport(id: string): Promise<void> {
  await adminCall(adminPaths.oneImport(id), { method: 'DELETE', bearer: true })
}
