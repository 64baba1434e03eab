import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { headOf, openRepository, type Repository } from '#server/git/runner/repository.ts'
import { type Git, GitMissing, gitIn } from '#server/git/runner/run-git.ts'
import { BranchSchema, type NamedRemote, RemoteSchema } from './manifest.ts'

const LONG = { timeoutMs: 600_000 }

type Opened = { repository?: Repository; without?: string }

/** Opens the checkout that contains the content. `without`: why its history cannot be in a backup. */
export async function openGit(contentDir: string): Promise<Opened> {
  const repository = await openRepository(contentDir)
  if (!repository) return {}
  const shallow = await repository.git(['rev-parse', '--is-shallow-repository']).catch((error) => {
    if (error instanceof GitMissing) return 'unknown'
    throw error
  })
  if (shallow === 'unknown') return { without: 'git is not installed here' }
  if (shallow === 'true') return { without: 'the checkout is a shallow clone' }
  return (await headOf(repository.git)) ? { repository } : { without: 'the checkout has no commit' }
}

const asked = (git: Git, ...args: string[]) => git(args).catch(() => '')

/**
 * The current branch and its remote, which a bundle does not contain. A name or a URL that a restore would reject is `null`,
 * and the remote then `omitted`.
 */
export async function branchOf({ git }: Repository) {
  // Not `--short`, which adds `heads/` where a tag has the same name.
  const ref = await asked(git, 'symbolic-ref', '--quiet', 'HEAD')
  const parsed = v.safeParse(BranchSchema, ref.replace(/^refs\/heads\//, ''))
  const branch = parsed.success && parsed.output !== '' ? parsed.output : null
  const name = branch && (await asked(git, 'config', `branch.${branch}.remote`))
  const url = name && (await asked(git, 'config', `remote.${name}.url`))
  const merge = branch && (await asked(git, 'config', `branch.${branch}.merge`))
  if (!name || !url || !merge) return { branch, remote: null, omitted: false }
  const remote = v.safeParse(RemoteSchema, { name, url, merge })
  return { branch, remote: remote.success ? remote.output : null, omitted: !remote.success }
}

/** Writes all branches, tags and HEAD into one file. */
export async function writeBundle({ git }: Repository, file: string): Promise<void> {
  await git(['bundle', 'create', '-q', file, '--branches', '--tags', 'HEAD'], LONG)
}

/**
 * What git objects to in commits of old tools, and what no program here reads: modes with a zero in front, names and dates
 * in another form. Backups hold such histories, so a restore takes them.
 */
const HARMLESS = [
  ...['zeroPaddedFilemode', 'nulInCommit', 'badTagName', 'missingTaggerEntry', 'multipleAuthors'],
  ...['missingNameBeforeEmail', 'missingSpaceBeforeEmail', 'missingEmail', 'badEmail', 'badName'],
  ...['missingSpaceBeforeDate', 'badDate', 'badDateOverflow', 'zeroPaddedDate', 'badTimezone'],
]

/** Clones a bundle into an empty folder, without its remote. Throws `GitError`. */
export async function cloneBundle(
  folder: string,
  bundle: string,
  { head, branch }: { head: string; branch: string | null },
): Promise<void> {
  const git = gitIn(await realpath(folder))
  await git(['init', '-q', '--template=', '-b', branch ?? 'restored'])
  const refs = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*', 'HEAD:refs/restored']
  const checks = ['fetch.fsckObjects=true', ...HARMLESS.map((flaw) => `fetch.fsck.${flaw}=ignore`)]
  const settings = checks.flatMap((check) => ['-c', check])
  const fetch = [...settings, 'fetch', '-q', '--update-head-ok', '--end-of-options']
  await git([...fetch, bundle, ...refs], LONG)
  // Files get the bytes that the commit has, as the backup compared them. These rules win over those of the repository.
  const attributes = join(folder, '.git/info/attributes')
  await mkdir(dirname(attributes), { recursive: true })
  await writeFile(attributes, '* -text !eol !ident !filter !working-tree-encoding\n')
  // The bundle may contain commits made after the moment of the backup.
  await git(branch === null ? ['checkout', '-q', '--detach', head] : ['reset', '-q', '--hard', head], LONG)
  await rm(attributes)
  await git(['update-ref', '-d', 'refs/restored'])
}

/** Makes a branch of a checkout follow a remote. Throws `GitError`. */
export async function connectRemote(folder: string, branch: string, { name, url, merge }: NamedRemote): Promise<void> {
  const git = gitIn(await realpath(folder))
  const settings = [
    [`remote.${name}.url`, url],
    [`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`],
    [`branch.${branch}.remote`, name],
    [`branch.${branch}.merge`, merge],
  ]
  for (const setting of settings) await git(['config', '--end-of-options', ...setting])
}
