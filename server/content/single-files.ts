import { type Plan, PlansSchema } from '#contract/plans.ts'
import { type Site, SiteSchema } from '#contract/site.ts'
import { withoutMark } from './file-text.ts'
import { readYaml } from './read-yaml.ts'

/** `site.yml`. Throws `ContentFileError`. */
export function decodeSite(text: string): Site {
  const yaml = withoutMark(text)
  return readYaml(SiteSchema, { text: yaml, fast: () => Bun.YAML.parse(yaml) })
}

/** `plans.yml`. Throws `ContentFileError`. */
export function decodePlans(text: string): readonly Plan[] {
  const yaml = withoutMark(text)
  return readYaml(PlansSchema, { text: yaml, fast: () => Bun.YAML.parse(yaml) }).plans
}
