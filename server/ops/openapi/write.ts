import { allCalls } from './all-calls.ts'
import { describe } from './document.ts'
import { apiPage } from './page.ts'
import { API_PAGE, OPENAPI_FILE } from './places.ts'

/** The two files that describe the API: path → text. */
export function apiFiles(): ReadonlyMap<string, string> {
  const document = describe(allCalls)
  return new Map([
    [OPENAPI_FILE, `${JSON.stringify(document, null, 2)}\n`],
    [API_PAGE, apiPage(allCalls, document)],
  ])
}

/** `bun run api`: writes what the site serves as its description, and the page of it that people read. */
if (import.meta.main) for (const [file, text] of apiFiles()) await Bun.write(file, text)
