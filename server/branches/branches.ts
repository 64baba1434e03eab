import type { BranchList, BranchPages, ListedBranch } from '#contract/branches.ts'
import { BRANCH_MAX_DAYS, BRANCHES_MAX, IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { isPostFile } from '#server/content/files/post-names.ts'
import { type Branch, createBranches } from '#server/git/branches.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { RejectedChangeError } from '#server/git/fast-forward.ts'
import { MergeConflictError } from '#server/git/merge-commits.ts'
import { type Author, branchIn, refOf } from '#server/git/plain-state.ts'
import { throwUnavailable } from '#server/git/runner/git-unavailable.ts'
import { headOf, readUpTo } from '#server/git/runner/repository.ts'
import type { TreeChange } from '#server/git/tree-changes.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import type { Log } from '#server/lib/log.ts'
import type { PastContent } from '#server/time-machine/past-content.ts'
import type { TimeMachine } from '#server/time-machine/time-machine.ts'
import { changedPages } from './changed-pages.ts'
import { createInspection, type Inspected } from './inspect-branch.ts'
import { conflictOf, publishBranch, removeBranch, type WantedBranch } from './publish-branch.ts'

/** Links to previews. */
export type BranchLinks = { isOpen(branch: string): Promise<boolean>; end(branch: string): Promise<boolean> }

type BranchServiceDeps = {
  /** The folder of `public`. */
  storageDir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Checkout
  timeMachine: Pick<TimeMachine, 'read'>
  links: BranchLinks
  now(): Date
  log: Log
}
export type BranchService = ReturnType<typeof createBranchService>

/** Beyond, the newest are looked at. */
const COMPARED_MAX = 100
const REJECTED_SHOWN = 10
const PROBLEMS_SHOWN = 50
/** A page of a preview does not fetch again what was fetched within this time. */
const FETCHED_FOR_MS = 10_000

const NO_GIT = 'Branches are in git: the content folder is not in a git checkout, or GIT_COMMIT is off.'
const NO_BRANCH = 'There is no such branch any more: it was published, removed or renamed.'
const CANNOT_SHOW = 'The site cannot merge this branch by itself. The list of branches says why.'
const DIVERGED = 'The live branch and the remote cannot be merged. The state of git in the dashboard says why.'

/** The branches of the repository that change content: their list, their preview, and merging them into the live one. */
export function createBranchService(deps: BranchServiceDeps) {
  const { checkout, timeMachine, links, now } = deps
  const opened = checkout && openBranches(deps, checkout)
  const fairQueue = createFairQueue({ atOnce: 1, busy: 'The branches are being checked right now.' })

  function openedNow() {
    if (!opened) throw new NotFoundError(NO_GIT)
    return opened
  }

  /** The content with the branch. Throws `ConflictError` where it cannot be merged. */
  async function mergedNow(name: string) {
    const { find, inspection } = openedNow()
    const { head, branch } = await find(name)
    const merged = await inspection.merge(head, branch)
    if (!('commit' in merged)) throw new ConflictError(CANNOT_SHOW)
    return { head, branch, ...merged }
  }

  async function pages(name: string): Promise<BranchPages> {
    const { head, branch, commit, changes } = await mergedNow(name)
    const [live, merged] = [await timeMachine.read(head), await timeMachine.read(commit)]
    const files = openedNow().inspection.inContent(changes)
    const found = changedPages(files, live.snapshot, merged.snapshot, now())
    return { tip: branch.tip, pages: found, others: changes.length - found.length }
  }

  /** One at a time, because each compares, merges and checks. */
  const run = <T>(job: () => Promise<T>): Promise<T> => fairQueue(job).catch(unavailable)

  return {
    list: () => run(async (): Promise<BranchList> => (opened ? opened.list() : { kept: false, reason: NO_GIT })),
    /** Makes sure that the preview works. Throws `NotFoundError` and `ConflictError`. */
    prepare: (name: string) =>
      run(async () => {
        await openedNow().fetch()
        await timeMachine.read((await mergedNow(name)).commit)
      }),
    /** The pages that it changes. Throws `NotFoundError` and `ConflictError`. */
    pages: (name: string) => run(() => pages(name)),
    /** The content with a branch as it is now, or without it. Throws `NotFoundError` and `ConflictError`. */
    async open({ branch: name, side }: { branch: string; side: 'before' | 'after' }): Promise<OpenedBranch> {
      await openedNow().fetch(FETCHED_FOR_MS)
      const { find, inspection, repository } = openedNow()
      const { commit, changes } =
        side === 'before' ? { commit: (await find(name)).head, changes: [] } : await mergedNow(name)
      const images = await inspection.storedImages(changes)
      return {
        commit,
        past: await timeMachine.read(commit),
        stored: {
          has: (path) => images.has(path),
          async read(path) {
            const id = images.get(path)
            const [bytes] = id === undefined ? [] : await readUpTo(repository.git, IMAGE_MAX_BYTES, [id])
            return bytes
          },
        },
      }
    },
    /** What a person has to decide about a post. Throws `NotFoundError` and `ConflictError`. */
    conflict: (wanted: WantedBranch & { file: string }) => run(() => conflictOf(openedNow(), wanted)),
    /** Throws `NotFoundError`, and `ConflictError` where it cannot be published. */
    publish: (wanted: Parameters<typeof publishBranch>[1], author: Author) =>
      run(async () => {
        await openedNow().fetch()
        await publishBranch(openedNow(), wanted, author)
        await links.end(wanted.name)
      }),
    /** Removes it on the remote. Throws `NotFoundError` and `ConflictError`. */
    remove: (wanted: WantedBranch) =>
      run(async () => {
        await openedNow().fetch()
        await removeBranch(openedNow(), wanted)
        await links.end(wanted.name)
      }),
  }
}

type OpenedBranch = {
  commit: string
  past: PastContent
  /** Images in `storage/public` that the branch adds or changes; `undefined` for others, and for one that is too large. */
  stored: { has(path: string): boolean; read(path: string): Promise<Uint8Array | undefined> }
}

function openBranches(
  { storageDir, timeMachine, links, now, log }: BranchServiceDeps,
  checkout: NonNullable<Checkout>,
) {
  const { repository, prefix, merging } = checkout
  const refs = createBranches({ repository, branch: merging.branch, push: merging.push, log })
  const inspection = createInspection({ checkout, storageDir, timeMachine })
  let fetchedMs = Number.NEGATIVE_INFINITY
  let isReached = true

  async function fetch(maxAgeMs = 0): Promise<void> {
    const begunMs = now().getTime()
    // The clock may have been set back.
    if (Math.abs(begunMs - fetchedMs) < maxAgeMs) return
    isReached = await refs.fetch()
    fetchedMs = begunMs
  }

  /** The live commit, and the branches that it does not contain, the newest first. */
  async function current() {
    await checkout.idle()
    const head = await headOf(repository.git)
    return { head: head ?? '', branches: head === undefined ? [] : await refs.list(head) }
  }

  async function find(name: string) {
    const { head, branches } = await current()
    const branch = branches.find((one) => one.name === name)
    if (!branch) throw new NotFoundError(NO_BRANCH)
    return { head, branch }
  }

  async function waitingFor(): Promise<string | null> {
    await checkout.idle()
    await checkout.refreshState()
    const { commits, pause, remote } = checkout.state()
    if (pause) return `Commits wait: ${pause.reason}.`
    if (commits.waiting > 0) return `Commits wait: ${commits.reason ?? 'git is busy'}.`
    if (!merging.push || remote?.state === 'in sync') return null
    return `The live branch is not in step with the remote: ${remote?.reason ?? 'it was not reached yet'}.`
  }

  async function list(): Promise<BranchList> {
    await fetch()
    const { head, branches: all } = await current()
    const since = now().getTime() - BRANCH_MAX_DAYS * DAY_MS
    const young = all.filter(({ at }) => Date.parse(at) >= since)
    const waiting = await waitingFor()
    const branches: ListedBranch[] = []
    let more = Math.max(0, young.length - COMPARED_MAX)
    for (const branch of young.slice(0, COMPARED_MAX)) {
      if (!(await inspection.changesContent(head, branch))) continue
      if (branches.length === BRANCHES_MAX) more++
      else branches.push(...(await describe(head, branch, waiting)))
    }
    const live = (await branchIn(repository.gitFolder, repository.git))?.slice(refOf('').length) ?? ''
    const older = all.length - young.length
    return { kept: true, branches, more, older, live, isOutdated: !isReached, waiting }
  }

  async function describe(head: string, branch: Branch, waiting: string | null): Promise<ListedBranch[]> {
    const inspected = await inspection.inspect(head, branch)
    const { changes, merged, checked } = inspected
    // It was published in another way, by another commit with the same changes.
    if ('commit' in merged && merged.changes.length === 0) return []
    const problems = checked.problems
    const errors = problems.filter(({ severity }) => severity === 'error').length
    const canPreview = 'commit' in merged && checked.reason === null
    const conflicts = conflictsIn(inspected, prefix)
    const isMergeable = canPreview || (conflicts.length > 0 && conflicts.every(({ canResolve }) => canResolve))
    return [
      {
        ...branch,
        files: changes.changes.length,
        rejected: changes.rejected.slice(0, REJECTED_SHOWN),
        rejectedCount: changes.rejected.length,
        conflicts,
        problems: problems.slice(0, PROBLEMS_SHOWN),
        errors,
        warnings: problems.length - errors,
        reason: 'reason' in merged ? merged.reason : checked.reason,
        canPreview,
        canPublish: isMergeable && waiting === null && changes.rejected.length === 0 && errors === 0,
        canRemove: await refs.isRemovable(branch.name),
        hasLinks: await links.isOpen(branch.name),
      },
    ]
  }

  return { checkout, repository, refs, inspection, fetch, find, waitingFor, list }
}

/** The site can ask about posts that both sides have. */
function conflictsIn({ merged, changes }: Inspected, prefix: string): ListedBranch['conflicts'] {
  if (!('conflicts' in merged)) return []
  const exists = (mode: TreeChange['mode']) => Number(mode) !== 0
  return merged.conflicts.map((path) => {
    const file = path.startsWith(prefix) ? path.slice(prefix.length) : path
    const change = changes.changes.find((one) => one.path === path)
    const isInBoth = change !== undefined && exists(change.before) && exists(change.mode)
    return { file, canResolve: path.startsWith(prefix) && isPostFile(file) && isInBoth }
  })
}

function unavailable(error: unknown): never {
  if (error instanceof MergeConflictError || error instanceof RejectedChangeError) throw new ConflictError(DIVERGED)
  throwUnavailable(error, (reason) => `Git does not answer: ${reason}. Try again, or ask the operator of the server.`)
}
