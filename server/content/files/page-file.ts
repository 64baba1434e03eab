import type * as v from 'valibot'
import { type Landing, LandingSchema } from '#contract/landing.ts'
import { type ChangedTexts, pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { landingIds } from '#contract/trades.ts'
import { badFile } from '#server/text/front-matter/content-file-error.ts'
import { assertWellFormed, readYaml } from '#server/text/front-matter/read-yaml.ts'

/** `content/landings/*.yml`. Throws `ContentFileError`. */
export function decodeLanding(id: string, text: string): Landing {
  if (!landingIds.some((one) => one === id)) throw badFile(`there are pages only for ${landingIds.join(', ')}`)
  return readYaml(LandingSchema, text).output
}

/** `content/pages/*.yml`. Throws `ContentFileError`. */
export function decodePageTexts(id: string, text: string): ChangedTexts {
  const page = pageTextIds.find((one) => one === id)
  if (!page) throw badFile(`there are texts only of ${pageTextIds.join(', ')}`)
  // Each key is optional, so that what a parser makes of a broken file would be valid.
  assertWellFormed(text)
  return readYaml<v.GenericSchema<unknown, ChangedTexts>>(pageTextSchemas[page], text).output
}
