import { headOf, openRepository } from '#server/git/runner/repository.ts'
import { realPath } from '#server/storage/find-checkout.ts'

/**
 * The commit that is built: REVISION, or that of the checkout in this folder. `unknown` where there is neither: in a container, in
 * an archive, without git. The checkout of a folder further up is that of something else.
 */
export async function commitOfBuild(folder = '.', revision = process.env.REVISION): Promise<string> {
  const given = revision?.trim()
  if (given) return given
  const repository = await openRepository(folder).catch(() => undefined)
  if (repository?.root !== (await realPath(folder))) return 'unknown'
  return (await headOf(repository.git).catch(() => undefined)) ?? 'unknown'
}
