/** `bun run api` writes docs/api.md, the description of the API as a page, and records the whole document: a test fails where one is out of date. */
import { createSections } from '#server/app.ts'
import { createApiPage, createOpenApi } from '#server/ops/openapi.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { RECORDED_DOCUMENT } from './described.ts'

const app = await testApp()
const sections = createSections(app.services)
await Bun.write('docs/api.md', createApiPage(sections))
await Bun.write(RECORDED_DOCUMENT, `${JSON.stringify(createOpenApi(sections), null, 1)}\n`)
await app.close()
process.exit()
