/** `bun run api` writes the description of the API as a page, and records the whole document: a test fails where one is out of date. */
import { API_PAGE, createApiPage, openApi } from '#server/ops/openapi.ts'

/** The OpenAPI document as the site serves it, so that a change of the API is seen in its commit. */
export const RECORDED_DOCUMENT = 'tests/fixtures/openapi.json'

if (import.meta.main) {
  await Bun.write(API_PAGE, createApiPage())
  await Bun.write(RECORDED_DOCUMENT, `${JSON.stringify(openApi, null, 1)}\n`)
}
