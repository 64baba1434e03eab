import { join } from 'node:path'
import { isReadable } from '#server/content/decode-file.ts'
import { createOldAddresses, createRedirectTracker } from '#server/content/redirects/redirect-tracker.ts'
import { type CheckoutOptions, createCheckout } from '#server/git/checkout.ts'
import { GitError } from '#server/git/run-git.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Config } from './config.ts'
import { createContent } from './content/store.ts'
import { createSources } from './content/version-store.ts'
import { createSourceSync } from './content/version-store-sync.ts'
import { watchContent } from './content/watch-content.ts'
import type { Runtime } from './runtime.ts'

type Options = Pick<CheckoutOptions, 'privateDir' | 'author'>

/** The content, the git checkout that it lies in, and what follows both. Throws `InvalidContentFolderError`. */
export async function createContentServices(config: Config, { now, log }: Runtime, { privateDir, author }: Options) {
  const { contentDir: dir, gitCommit, gitPush: push } = config
  const publicDir = join(config.storageDir, 'public')
  const sources = createSources(join(privateDir, 'sources'), log)
  const sourceSync = createSourceSync(sources)
  const since = Date.now()
  let gitProblem: string | undefined
  const opened = gitCommit ? createCheckout({ dir, publicDir, push, now, log, privateDir, author }) : undefined
  const checkout = await opened?.catch((error) => {
    if (!(error instanceof GitError)) throw error
    gitProblem = error.reason
    log.error('git checkout not opened: saves are not committed', { reason: gitProblem })
    return undefined
  })
  const content = await createContent({
    dir,
    log,
    sources,
    journal: join(privateDir, 'unfinished-change.json'),
    onFileLoaded: sourceSync.onFileLoaded,
    beginCommit: checkout?.beginCommit,
  })
  const addresses = createRedirectTracker({
    content,
    sources,
    oldAddresses: createOldAddresses(join(privateDir, 'old-addresses.txt')),
    log,
  })
  let watch: ReturnType<typeof watchContent> | undefined

  return {
    content,
    checkout,
    /** Why saves are not committed although the content folder is in a checkout. */
    gitProblem,
    /** Texts of content files by their revision, as far as they are kept. */
    sources,
    /** From now on the site follows what happens in the content folder, and keeps the good versions of its files. */
    follow() {
      watch ??= watchContent({ content, dir, log, since })
      addresses.follow()
      sourceSync.start(content, dir)
      checkout
        ?.follow({ exclusively: content.exclusively, isReadable })
        .catch((error) => log.error('git', errorFields(error)))
    },
    /** Waits for what is being done. */
    async close() {
      await addresses.close()
      await Promise.all([watch?.close(), checkout?.close()])
      await sourceSync.close()
    },
  }
}
