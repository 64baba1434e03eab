import { htmlSchema } from '#server/blog/render/renderer.ts'
import { searchSchema } from '#server/blog/search-index.ts'
import { fileCacheSchema } from '#server/content/file-cache.ts'
import { leadSchema } from '#server/leads/records/lead-model.ts'

/** The tables of the derived database. A process that opened it with other tables would replace it. */
export const cacheSchema = [searchSchema, htmlSchema, fileCacheSchema, leadSchema]
