import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '#server/config.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'

/** The login of each scratch site. */
const SCRATCH_LOGIN = { ADMIN_EMAIL: 'editor@site.example', ADMIN_PASSWORD: 'scratch site to try out' }

/** Settings that only tell where the process listens and how it logs: a scratch site has no database, mail, webhook or remote. */
const PASSED_ON = ['PATH', 'HOME', 'TZ', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'CHROMIUM']

const contentOf = (env: Environment) => env.CONTENT_DIR || 'content'

/** Copies the content and the public files into a temporary folder. `env`: the variables of a site that writes only there. */
export async function createScratch(env: Environment): Promise<{ env: Environment; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-site-'))
  const [content, storage] = [join(folder, 'content'), join(folder, 'storage')]
  await cp(contentOf(env), content, { recursive: true })
  await cp(join(env.STORAGE_DIR || 'storage', 'public'), join(storage, 'public'), { recursive: true })
  return {
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, env[name]])),
      ...SCRATCH_LOGIN,
      CONTENT_DIR: content,
      STORAGE_DIR: storage,
      GIT_COMMIT: 'off',
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Says where the saves of a site go, and how to log in to a scratch site. Throws `GitError`. */
export async function describeSaves(env: Environment, isScratch: boolean): Promise<string> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = SCRATCH_LOGIN
  if (isScratch)
    return `Saves go to a copy, which is deleted at the end. Log in as ${ADMIN_EMAIL} with: ${ADMIN_PASSWORD}`
  const repository = env.GIT_COMMIT === 'off' ? undefined : await openRepository(contentOf(env))
  if (!repository) return `Saves change the files in ${contentOf(env)} and are not committed.`
  const branch = await repository.git(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch((error) => {
    if (error instanceof GitError && error.code === 1) return ''
    throw error
  })
  return branch === ''
    ? 'Saves are not committed while no branch is checked out.'
    : `Saves will be committed to the branch ${branch}. To try something out: bun run dev --scratch`
}
