import { pageFilePaths } from '#contract/page-file-paths.ts'
import type {
  PageFile,
  PageFiles,
  PageHistory,
  PagePreview,
  PageVersionDetail,
  PreviewPageFile,
  SavedPageFile,
  SavePageFile,
  StalePageFile,
} from '#contract/page-files.ts'
import { adminCall } from './admin-http.ts'
import { ApiError } from './http.ts'

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
const read = async (path: string) => (await adminCall(path, { bearer: true })).json()

/** The content files that have forms. */
export const fetchPageFiles = (): Promise<PageFiles> => read(pageFilePaths.list)

/** The form of one, and its values. */
export const fetchPageFile = (file: string): Promise<PageFile> => read(withQuery(pageFilePaths.file, { file }))

/** Resolves with `stale` where others have changed the same fields: then nothing was stored. */
export async function savePageFile(save: SavePageFile): Promise<SavedPageFile | { stale: StalePageFile }> {
  try {
    const answer = await adminCall(`${pageFilePaths.file}`, { method: 'PUT', json: save, bearer: true })
    return await answer.json()
  } catch (error) {
    if (error instanceof ApiError && isStale(error.body)) return { stale: error.body }
    throw error
  }
}

const isStale = (body: unknown): body is StalePageFile =>
  typeof body === 'object' && body !== null && 'conflicts' in body && Array.isArray(body.conflicts)

/** What a form sends to `pageFilePaths.shownPreview`. */
export const signPagePreview = async (preview: PreviewPageFile): Promise<PagePreview> =>
  (await adminCall(pageFilePaths.preview, { method: 'POST', json: preview, bearer: true })).json()

export const fetchPageHistory = (file: string): Promise<PageHistory> => read(withQuery(pageFilePaths.history, { file }))

export const fetchPageVersion = (file: string, commit: string): Promise<PageVersionDetail> =>
  read(withQuery(pageFilePaths.version, { file, commit }))
