import type { Landing } from '#contract/landing.ts'
import { type Finding, warning } from './text-problems.ts'

/** The plugins that are available, by the names that a trade's page may use. */
const PLUGIN = /\b(?:client\s+(?:portal|login)|sales\s+order(?:ing|\s+system)|orders?\s+online)\b/i
const TAG = '`plugin: true`, which shows the tag “Plugin · extra”'

/** Where a trade's page mentions a plugin without the tag that says that it costs extra. */
export function untaggedPlugins(text: string, { questions, ...rest }: Landing): Finding[] {
  const findings = questions.list
    .filter(({ answer, plugin }) => !plugin && PLUGIN.test(answer))
    .map(({ question }) => warning(placeOf(text, question), `this answer mentions a plugin: add ${TAG}`))
  const isTagged = questions.list.some(({ plugin }) => plugin)
  const mention = PLUGIN.exec(JSON.stringify(rest))?.[0]
  if (mention && !isTagged && findings.length === 0)
    findings.push(warning(placeOf(text, mention), `this page mentions a plugin: answer what it is and add ${TAG}`))
  return findings
}

/** YAML may break or quote a text: then the first line of the file. */
const placeOf = (text: string, part: string) => Math.max(0, text.indexOf(part))
