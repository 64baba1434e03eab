import type { Call } from './call.ts'
import type { OpenApi, Operation } from './document.ts'
import { refusals, refusalsOf } from './errors.ts'

const INTRODUCTION = `# The API

Made by \`bun run api\` from the schemas that the server checks with; a test fails where this page does not say what the site does.
The same for machines, with every field of every answer: \`/api/openapi.json\` (OpenAPI 3.1).

- **Token.** \`POST /api/admin/login\` gives one for 12 hours; send it as \`Authorization: Bearer …\`.
- **Refusals** are JSON everywhere: \`{ "message": "…", "errors": { "<field>": { "message": "…" } } }\`. What each status means stands at the end.
- **Request ids.** Every answer carries \`x-request-id\`; a failure on our side says it in its body, too (\`requestId\`). The log finds it.
- **Lists that everybody may read** carry an \`etag\`: sent back as \`if-none-match\`, the answer is 304 as long as nothing changed.
- **They are compressed**, as \`accept-encoding\` asks (Brotli, gzip). Logins, what needs a token, and short answers are not.
- **Long lists end** after 500 posts or 5 MB; follow \`Link: <…>; rel="next"\` for the rest, or ask for pages.
- A browser's write from another website is 403.

\`\`\`sh
curl -s https://www.example.com/api/blog-posts?fields=card
token=$(curl -s -d email=you@example.com -d password=… https://www.example.com/api/admin/login | jq -r .token)
curl -s -H "authorization: Bearer $token" -F title=Racks -F summary=Short. -F content='<p>Long.</p>' \\
  -F category_id=production -F 'tags[]=bakery' -F image=@racks.jpg https://www.example.com/api/blog-posts
\`\`\`
`

/** The calls as a page for people, in Markdown. */
export function apiPage(calls: readonly Call[], { paths }: OpenApi): string {
  const tags = [...new Set(calls.map(({ tag }) => tag))]
  const sections = tags.map((tag) =>
    section(
      tag,
      calls.filter((call) => call.tag === tag),
      paths,
    ),
  )
  return [INTRODUCTION, ...sections, meanings()].join('\n')
}

function section(tag: string, calls: readonly Call[], paths: OpenApi['paths']): string {
  const described = calls.flatMap((call) => {
    const operation = paths[call.path]?.[call.method]
    return operation ? [callText(call, operation)] : []
  })
  return `## ${tag}\n\n${described.join('\n')}`
}

const NEEDS = { always: ' · token', sometimes: ' · token for some', figures: ' · METRICS_TOKEN' }

function callText(call: Call, operation: Operation): string {
  const { method, path, summary, text, bearer, answers } = call
  const needs = bearer === undefined ? '' : NEEDS[bearer]
  const query = parametersIn(operation)
  const lines = [
    `### ${method.toUpperCase()} ${path}`,
    '',
    `${summary}.${needs}${text === undefined ? '' : `  \n${text}`}`,
    '',
    ...(query === '' ? [] : [`- Query: ${query}`]),
    ...bodyLines(call, operation),
    ...Object.entries(answers).map(([status, answer]) => `- **${status}** ${answer.text}`),
    `- Refused by ${refusalsOf(call).join(', ')}.`,
    '',
  ]
  return lines.join('\n')
}

type Parameter = { name: string; in: string; required: boolean; schema: { enum?: unknown[] } }
type Schema = { properties?: Record<string, { maxLength?: number; enum?: unknown[] }>; required?: string[] }

const parametersIn = ({ parameters = [] }: Operation) =>
  (parameters as Parameter[])
    .filter((one) => one.in === 'query')
    .map(({ name, required, schema }) => fieldText(name, required, schema))
    .join(', ')

function bodyLines({ body }: Call, { requestBody }: Operation): string[] {
  if (!body) return []
  const { content } = requestBody as { content: Record<string, { schema: Schema }> }
  const [schema = {}] = Object.values(content).map((one) => one.schema)
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) =>
    fieldText(name, schema.required?.includes(name) ?? false, one),
  )
  const known = fields.length > 0 ? `: ${fields.join(', ')}` : ''
  return [
    `- Body as ${Object.keys(content)
      .map((type) => `\`${type}\``)
      .join(' or ')}${known}`,
  ]
}

/** Needed fields are bold. */
function fieldText(
  name: string,
  required: boolean,
  { enum: words, maxLength }: { enum?: unknown[]; maxLength?: number },
) {
  const field = required ? `**\`${name}\`**` : `\`${name}\``
  const choices = words?.map(String).filter((word, at, all) => all.indexOf(word) === at)
  if (choices) return `${field} (${choices.map((word) => `\`${word}\``).join(' ')})`
  return maxLength === undefined ? field : `${field} (≤ ${maxLength})`
}

const meanings = () =>
  ['## Refusals', '', ...Object.entries(refusals).map(([status, text]) => `- **${status}** ${text}`), ''].join('\n')
