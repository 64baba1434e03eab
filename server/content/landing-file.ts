import { LandingSchema, landingIds } from '#contract/landing.ts'
import { badFile } from './file-error.ts'
import { idOf } from './file-id.ts'
import { withoutMark } from './file-text.ts'
import { readYaml } from './read-yaml.ts'
import type { LandingEntry } from './snapshot.ts'

/** `landings/*.yml`. Throws `ContentFileError`, also for a trade that has no page: nothing would ever show it. */
export function decodeLanding(file: string, text: string, revision: string): LandingEntry {
  const id = idOf(file)
  if (!landingIds.some((one) => one === id)) throw badFile(`there are pages only for ${landingIds.join(', ')}`)
  const yaml = withoutMark(text)
  const landing = readYaml(LandingSchema, { text: yaml, fast: () => Bun.YAML.parse(yaml) })
  return { id, file, revision, landing }
}
