import type { Log } from '#server/lib/log.ts'
import { createImageStore } from '#server/media/image-store.ts'
import { createWorkingCopies } from '#server/writing/working-copies.ts'
import type { Stores } from './database-services.ts'

type Options = { privateDir: string; publicDir: string; now(): Date; log: Log }

/**
 * What every replica must find: unsaved texts, images that no saved text shows, and the built files of other versions. Without a
 * database they are in folders of this machine.
 */
export async function createSharedServices({ privateDir, publicDir, now, log }: Options, database: Stores['database']) {
  if (!database) {
    const workingCopies = createWorkingCopies({ folder: privateDir, now, log })
    const { removeOld, close } = workingCopies
    return { workingCopies, pictures: createImageStore({ dir: publicDir }), assets: undefined, removeOld, close }
  }
  const [{ createPostgresWorkingCopies }, { createSharedUploads }, { createSharedAssets }] = await Promise.all([
    import('#server/writing/postgres-working-copies.ts'),
    import('#server/media/shared-uploads.ts'),
    import('#server/http/shared-assets.ts'),
  ])
  const { connection } = database
  const workingCopies = createPostgresWorkingCopies({ connection, now, log })
  const uploads = createSharedUploads({ connection, dir: publicDir, unsavedText: workingCopies.allText, log })
  const assets = createSharedAssets({ connection, log })
  return {
    workingCopies,
    pictures: createImageStore({ dir: publicDir, shared: uploads }),
    assets,
    /** Deletes unsaved texts and images of a month ago. */
    async removeOld(): Promise<void> {
      await workingCopies.removeOld()
      await uploads.removeOld()
    },
    close() {
      for (const { close } of [workingCopies, uploads, assets]) close()
    },
  }
}
