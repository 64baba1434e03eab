import { adminPaths } from '#contract/admin-paths.ts'
import type { BranchList, BranchPages, BranchPreview, ListedBranch } from '#contract/branches.ts'
import type { StalePost } from '#contract/posts.ts'
import { pushedSite } from '#tests/git/pushed.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'

/** `null` deletes a file. */
export type BranchFiles = Readonly<Record<string, string | null>>

/** A site that syncs with a remote, and an editor who pushes branches to it. */
export async function branchSite(ends: (() => unknown)[], options: TestAppOptions = {}) {
  const site = await pushedSite(ends, options)
  const { app, editor } = site
  const token = await app.session()
  const send = (method: string, path: string, json?: unknown, as = token) => app.send(method, path, { token: as, json })
  const named = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

  /** Pushes a branch of one commit, made from the remote's main branch unless it is there, and returns its tip. */
  async function pushBranch(name: string, files: BranchFiles, at?: string): Promise<string> {
    await editor.run('fetch', '-q', 'origin')
    const isThere = await editor.run('rev-parse', '--verify', '-q', `refs/heads/${name}`).catch(() => '')
    await editor.run('checkout', '-q', '-f', ...(isThere ? [name, '--'] : ['--no-track', '-b', name, 'origin/main']))
    for (const [path, text] of Object.entries(files)) {
      if (text === null) await editor.run('rm', '-q', path)
      else await editor.write(path, text)
    }
    await editor.run('add', '-A', '-f')
    await editor.commitAt(at ?? new Date().toISOString(), 'commit', '-q', '-m', `${name} by the editor`)
    const tip = await editor.run('rev-parse', 'HEAD')
    await editor.run('push', '-q', 'origin', `HEAD:refs/heads/${name}`)
    await editor.run('checkout', '-q', '-f', 'main')
    return tip
  }

  async function list(): Promise<Extract<BranchList, { kept: true }>> {
    const answer = await send('GET', adminPaths.branches)
    const found: BranchList = await answer.json()
    if (!answer.ok || !found.kept) throw new Error(JSON.stringify(found))
    return found
  }

  return {
    ...site,
    token,
    send,
    pushBranch,
    list,
    branch: async (name: string): Promise<ListedBranch | undefined> =>
      (await list()).branches.find((one) => one.name === name),
    async preview(name: string, as = token): Promise<BranchPreview> {
      const answer = await send('POST', adminPaths.branchPreviews, { name }, as)
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    endPreviews: (name: string) => send('DELETE', named(adminPaths.branchPreviews, { name })),
    pages: async (name: string): Promise<BranchPages> =>
      (await send('GET', named(adminPaths.branchPages, { name }))).json(),
    async conflict(wanted: { name: string; tip: string; file: string }): Promise<StalePost> {
      const answer = await send('GET', named(adminPaths.branchConflict, wanted))
      if (!answer.ok) throw new Error(app.logged.slice(-2).join())
      return answer.json()
    },
    publish: (wanted: { name: string; tip: string; resolved?: unknown }) =>
      send('POST', adminPaths.publishBranch, wanted),
    removeBranch: (wanted: { name: string; tip: string }) => send('DELETE', named(adminPaths.branches, wanted)),
    read: async (path: string) => (await app.get(path)).text(),
    status: async (path: string) => (await app.get(path)).status,
    audit: async (): Promise<{ event: string; subject: string }[]> =>
      (await (await send('GET', adminPaths.audit)).json()).events,
  }
}
