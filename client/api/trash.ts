import { adminPaths } from '#contract/admin-paths.ts'
import type { Trash } from '#contract/trash.ts'
import { adminCall } from './admin-http.ts'

export const fetchTrash = async (page: number): Promise<Trash> =>
  (await adminCall(`${adminPaths.trash}?page=${page}`, { bearer: true })).json()

/** Returns the server's message, which also names what the post has lost. */
export async function restoreDeleted(id: string): Promise<string> {
  const path = adminPaths.restoreDeleted(id)
  const { message }: { message: string } = await (await adminCall(path, { method: 'POST', bearer: true })).json()
  return message
}
