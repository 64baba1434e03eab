import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { decodeSite } from '#server/content/files/decode-file.ts'
import { identityOf } from '#server/git/plain-state.ts'
import { gitIn } from '#server/git/runner/run-git.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { syncFolder } from '#server/storage/files.ts'
import { findCheckout } from '#server/storage/find-checkout.ts'
import { DERIVED_FOLDERS } from '#server/storage/public-files.ts'

/** Only a folder that `init` has not finished has it. */
const UNFINISHED = '.init-unfinished'
/** In a volume of its own. */
const OF_FILE_SYSTEMS = ['lost+found']
const BRANCH = 'main'
const IGNORED = 'storage/private/\n'
const MESSAGE = 'The content that the site comes with'

type InitOptions = {
  /** The folder with the starter's `content` and `storage/public`. */
  starter: string
  /** Does nothing for a folder that has a site already, instead of throwing. */
  ifEmpty?: boolean | undefined
}

/**
 * Makes the repository of a customer's content: `content` and `storage/public` as this version comes with them, in one commit. Content
 * that is in the checkout of the code would merge with its updates. Returns the absolute path, or `undefined` where `ifEmpty` found
 * a site. What an interrupted call has left is replaced. Throws `OperatorError`, `GitError` and file system errors.
 */
export async function initSite(folder: string, { starter, ifEmpty = false }: InitOptions): Promise<string | undefined> {
  const root = resolve(folder)
  await mkdir(root, { recursive: true })
  const names = (await readdir(root)).filter((name) => !OF_FILE_SYSTEMS.includes(name))
  const isUnfinished = names.includes(UNFINISHED)
  if (names.length > 0 && !isUnfinished) {
    if (ifEmpty) return
    throw new OperatorError(`${root} is not empty. Name a new or an empty folder.`)
  }
  const outer = await findCheckout(resolve(root, '..'))
  if (outer) throw new OperatorError(`${root} is in the checkout ${outer.root}. Name a folder outside of it.`)
  const unfinished = join(root, UNFINISHED)
  for (const name of names) if (name !== UNFINISHED) await rm(join(root, name), { recursive: true })
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  await copyStarter(starter, unfinished)
  await commitAll(unfinished)
  for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(root, name))
  await syncFolder(root)
  await rm(unfinished, { recursive: true })
  return root
}

async function copyStarter(starter: string, to: string): Promise<void> {
  const images = join(starter, 'storage/public')
  const isCopied = (path: string) => !DERIVED_FOLDERS.includes(relative(images, path))
  await cp(join(starter, 'content'), join(to, 'content'), { recursive: true })
  await cp(images, join(to, 'storage/public'), { recursive: true, filter: isCopied })
  await writeFile(join(to, '.gitignore'), IGNORED)
}

async function commitAll(root: string): Promise<void> {
  const git = gitIn(root)
  const site = decodeSite(await Bun.file(join(root, 'content/site.yml')).text())
  const { name, email } = identityOf(
    { name: site.name, email: site.contact.email },
    { name: 'Site', email: 'site@localhost' },
  )
  const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
  await git(['init', '--quiet', `--initial-branch=${BRANCH}`, '--template='])
  await git(['add', '--all'])
  await git(['commit', '--quiet', '--message', MESSAGE], { env })
}

/** The next steps, for a person. */
export const nextSteps = (root: string): string =>
  `${root} is the repository of your content: one commit on ${BRANCH}. Next:

1. Start the site with it, and log in with the e-mail and the password that the first start names:
   CONTENT_DIR=${join(root, 'content')} STORAGE_DIR=${join(root, 'storage')} bun run serve
2. Write your name, your domain and your prices into content/site.yml and content/plans.yml, in the dashboard or an editor.
3. Give it a remote, and let the site sync with it (GIT_PUSH=on):
   git -C ${root} remote add origin URL && git -C ${root} push -u origin ${BRANCH}`
