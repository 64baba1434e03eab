import type { PostFormat } from '#contract/post-form.ts'
import type { Content } from '#server/content/content.ts'
import { type Converter, createConverter } from './converter.ts'
import { documentEndpoints, type FolderImages } from './document-endpoints.ts'
import { createPresence } from './presence.ts'
import { presenceEndpoints } from './presence-endpoints.ts'
import type { WorkingCopies } from './working-copy.ts'
import { workingCopyEndpoints } from './working-copy-endpoints.ts'

type WritingDeps = {
  content: Content
  workingCopies: WorkingCopies
  now(): Date
  /** The worker of the visual editor's documents. */
  converter?: Converter | undefined
}

/** What the writing page needs besides the posts: unsaved texts, documents of the visual editor, and who else is there. */
export function createWriting({ content, workingCopies, now, converter = createConverter() }: WritingDeps) {
  const presence = createPresence({ content, now })
  return {
    workingCopies,
    presence,
    /** The line that each top-level block of a text begins at. Throws `UnrenderableContentError`. */
    blockLines: async (content: string, format: PostFormat) => (await converter.read(content, format)).lines,
    endpoints: (folderImages: FolderImages) => [
      ...documentEndpoints({ converter, folderImages }),
      ...presenceEndpoints(presence),
      ...workingCopyEndpoints(workingCopies, content),
    ],
    close() {
      presence.close()
      converter.close()
    },
  }
}
