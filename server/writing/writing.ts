import { Elysia } from 'elysia'
import type { PostFormat } from '#contract/post-form.ts'
import type { Content } from '#server/content/content.ts'
import type { RequestTools } from '#server/http/request.ts'
import { type Converter, createConverter } from './converter.ts'
import { documentRoutes, type FolderImages } from './document-routes.ts'
import { createPresence } from './presence.ts'
import { type Identify, presenceRoutes } from './presence-routes.ts'
import type { WorkingCopies } from './working-copy.ts'
import { workingCopyRoutes } from './working-copy-routes.ts'

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
    routes: (tools: RequestTools, identify: Identify, folderImages: FolderImages) =>
      new Elysia({ name: 'writing' })
        .use(documentRoutes({ converter, folderImages }, tools.requireAdmin))
        .use(workingCopyRoutes(workingCopies, tools.requireAdmin))
        .use(presenceRoutes(presence, tools, identify)),
    close() {
      presence.close()
      converter.close()
    },
  }
}
