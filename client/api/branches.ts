import { adminPaths } from '#contract/admin-paths.ts'
import type { BranchList, BranchPages, BranchPreview, ListedBranch } from '#contract/branches.ts'
import type { StalePost } from '#contract/posts.ts'
import { adminCall } from './admin-http.ts'

/** What became of a post with conflicts: the fields of its form. */
export type ResolvedPost = { file: string; form: object }

type Shown = Pick<ListedBranch, 'name' | 'tip'>

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

export const fetchBranches = async (): Promise<BranchList> =>
  (await adminCall(adminPaths.branches, { bearer: true })).json()

/** The pages that a branch changes. */
export const fetchBranchPages = async (name: string): Promise<BranchPages> =>
  (await adminCall(withQuery(adminPaths.branchPages, { name }), { bearer: true })).json()

/** Links to the site with a branch, and without it. */
export const previewBranch = async (name: string): Promise<BranchPreview> =>
  (await adminCall(adminPaths.branchPreviews, { method: 'POST', json: { name }, bearer: true })).json()

export async function endBranchPreviews(name: string): Promise<void> {
  await adminCall(withQuery(adminPaths.branchPreviews, { name }), { method: 'DELETE', bearer: true })
}

/** What has to be decided about a post. */
export const fetchBranchConflict = async ({ name, tip }: Shown, file: string): Promise<StalePost> =>
  (await adminCall(withQuery(adminPaths.branchConflict, { name, tip, file }), { bearer: true })).json()

/** Merges a branch, as it was shown, into the live one. */
export async function publishBranch({ name, tip }: Shown, resolved: readonly ResolvedPost[] = []): Promise<void> {
  await adminCall(adminPaths.publishBranch, { method: 'POST', json: { name, tip, resolved }, bearer: true })
}

/** Deletes a branch on the remote, as it was shown. */
export async function removeBranch({ name, tip }: Shown): Promise<void> {
  await adminCall(withQuery(adminPaths.branches, { name, tip }), { method: 'DELETE', bearer: true })
}
