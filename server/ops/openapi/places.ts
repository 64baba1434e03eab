import { join } from 'node:path'

/** Where the description of the API is read. */
export const OPENAPI_PATH = '/api/openapi.json'
/** Where it is kept: made by `bun run api`, so that a change of the API is a change that somebody sees. */
export const OPENAPI_FILE = join(import.meta.dir, 'openapi.json')
export const API_PAGE = 'docs/api.md'
