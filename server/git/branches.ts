import type { Repository } from '#server/git/runner/repository.ts'
import type { Git } from '#server/git/runner/run-git.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { ASIDE } from './commit.ts'
import { assertPlain, refOf } from './plain-state.ts'
import { findUpstream, PUSH } from './upstream.ts'

/** A branch other than the live one, with commits that the live one does not contain. */
export type Branch = {
  /** Without `refs/heads/`. */
  name: string
  tip: string
  /** Of its newest commit. ISO 8601. */
  at: string
  author: string
  /** The first line of the message of its newest commit. */
  subject: string
}

type BranchesOptions = {
  repository: Repository
  /** GIT_BRANCH. */
  branch: string | undefined
  /** GIT_PUSH: the branches are those of the remote. */
  push: boolean
  log: Pick<Log, 'debug'>
}

/** The remote's branches as they were fetched last. No ref of a person who uses the checkout is touched. */
const PUSHED = 'refs/pushed/'
const HEADS = refOf('')
const REMOTES = 'refs/remotes/'
/** The options override programs that the repository names. `--refmap=`: the configured refs stay as they are. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--prune', '--no-write-fetch-head', '--refmap=']
const LIST = ['ls-remote', '--quiet', '--symref', '--upload-pack=git-upload-pack', '--end-of-options']
const FETCH_LIMIT = { timeoutMs: 60_000 }
const LIST_LIMIT = { timeoutMs: 10_000 }
const FORMAT = '%(objectname)%00%(committerdate:iso-strict)%00%(authorname)%00%(refname)%00%(symref)%00%(subject)'
const LINE = /^([0-9a-f]+)\0([^\0]*)\0([^\0]*)\0([^\0]*)\0\0([^\0]*)$/
/** A name is shown, and part of a commit's message. */
const NAME_MAX_CHARACTERS = 200

/** Names that nearly every remote protects. Which others it protects, it says when a branch is to be deleted. */
const PROTECTED =
  /^(?:main|master|trunk|develop|development|production|staging|live|stable|gh-pages|releases?(?:[/-].*)?)$/i

/** The branches that can be previewed: with GIT_PUSH those of the remote, otherwise those that the checkout knows. */
export function createBranches({ repository, branch, push, log }: BranchesOptions) {
  const { git } = repository
  const mutex = createMutex()
  /** The name of the remote's default branch, as of the last fetch. */
  let defaultName: string | undefined

  async function names() {
    const live = await assertPlain(repository, branch)
    const upstream = await findUpstream(git, live).catch((error) => {
      if (error instanceof GitError && !push) return undefined
      throw error
    })
    return { live, upstream }
  }

  /** Fetches what has been pushed. Returns whether the remote could be reached. Without GIT_PUSH, there is nothing to fetch. */
  const fetch = (): Promise<boolean> =>
    mutex(async () => {
      if (!push) return true
      const { upstream } = await names()
      if (!upstream) return false
      try {
        const found = await remoteHeads(git, upstream.remote)
        defaultName = found.defaultName
        if (!Bun.deepEquals(found.tips, await tipsIn(git, PUSHED)))
          await git(
            [...FETCH, '--upload-pack=git-upload-pack', '--end-of-options', upstream.remote, `+${HEADS}*:${PUSHED}*`],
            FETCH_LIMIT,
          )
        return true
      } catch (error) {
        if (!(error instanceof GitError)) throw error
        log.debug('branches not fetched', errorFields(error))
        return false
      }
    })

  /** The newest first, without those that `head` contains. Throws `GitError`. */
  async function list(head: string): Promise<Branch[]> {
    const { live, upstream } = await names()
    const places = push ? [PUSHED] : [HEADS, REMOTES]
    const without = push
      ? [upstream?.branch.replace(HEADS, PUSHED), ASIDE.replace(HEADS, PUSHED)]
      : [live, upstream?.upstream, ASIDE]
    const listed = await git([
      ...['for-each-ref', `--no-merged=${head}`, '--sort=refname', '--sort=-committerdate'],
      ...[`--format=${FORMAT}`, ...places],
    ])
    const tips = new Set<string>()
    return listed.split('\n').flatMap((line): Branch[] => {
      const [, tip = '', at = '', author = '', ref = '', subject = ''] = LINE.exec(line) ?? []
      const name = ref.replace(/^refs\/(?:pushed|heads|remotes)\//, '')
      if (name === '' || name.length > NAME_MAX_CHARACTERS || without.includes(ref)) return []
      // A branch of the checkout that was pushed, too.
      if (ref.startsWith(REMOTES) && tips.has(tip)) return []
      tips.add(tip)
      return [{ name, tip, at: isoDate(at), author, subject }]
    })
  }

  return {
    fetch,
    list,
    /** Whether the site may delete it: never the live one, the remote's default one, or one with the name of a protected one. */
    async isRemovable(name: string): Promise<boolean> {
      const { upstream } = await names()
      const isLiveOrDefault = upstream?.branch === refOf(name) || name === defaultName || defaultName === undefined
      return push && !isLiveOrDefault && !PROTECTED.test(name)
    },
    /** Deletes it on the remote while its tip is there the same. Throws `GitError` where the remote rejects it. */
    async remove({ name, tip }: Pick<Branch, 'name' | 'tip'>): Promise<void> {
      const { upstream } = await names()
      if (!upstream) return
      const [command = '', ...options] = PUSH
      const lease = `--force-with-lease=${refOf(name)}:${tip}`
      await git([command, lease, ...options, upstream.remote, `:${refOf(name)}`], FETCH_LIMIT)
      await git(['update-ref', '-d', PUSHED + name, tip])
    },
  }
}
export type Branches = ReturnType<typeof createBranches>

/** The tips of the remote's branches by their names, and the name of its default one. */
async function remoteHeads(git: Git, remote: string) {
  const listed = await git([...LIST, remote, 'HEAD', `${HEADS}*`], LIST_LIMIT)
  const tips = new Map<string, string>()
  for (const [, tip = '', name = ''] of listed.matchAll(/^([0-9a-f]+)\trefs\/heads\/(.+)$/gm)) tips.set(name, tip)
  return { tips: sorted(tips), defaultName: /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1] ?? '' }
}

async function tipsIn(git: Git, place: string): Promise<Map<string, string>> {
  const listed = await git(['for-each-ref', '--format=%(objectname) %(refname)', place])
  const found = listed.split('\n').filter(Boolean)
  return sorted(
    new Map(found.map((line) => [line.slice(line.indexOf(' ') + 1 + place.length), line.split(' ')[0] ?? ''])),
  )
}

const sorted = (tips: ReadonlyMap<string, string>) =>
  new Map([...tips].sort(([one], [other]) => (one < other ? -1 : 1)))

/** A commit may have any date. */
const isoDate = (date: string) => new Date(Date.parse(date) || 0).toISOString()
