import { useId } from 'react'
import { Head, WarningPanel } from '#client/admin/shared/admin.styles.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Badge } from '#client/ui/content/chip.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ContentProblem, ContentProblems } from '#contract/content.ts'

const s = createStyled('admin-problems')

const Row = s('li')`
  padding-block: 10px;
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
  & > code { font-size: var(--t-small); }
  & > p { color: var(--text-2); font-size: var(--t-small); }
`

/** Problems in content files, with their location and what visitors see until the repair. Renders nothing without problems. */
export function ProblemsPanel({ total, problems }: ContentProblems) {
  const id = useId()
  if (total === 0) return null
  const more = total - problems.length
  return (
    <WarningPanel aria-labelledby={id}>
      <Head>
        <h2 id={id}>Problems in content files</h2>
        <Badge>{total}</Badge>
      </Head>
      <ul>
        {problems.map((one, index) => (
          <ProblemRow
            key={`${locationOf(one)} ${one.reason}`}
            problem={one}
            isFirst={problems.findIndex(({ file }) => file === one.file) === index}
          />
        ))}
      </ul>
      {more > 0 && <p>{`And ${more} more: the log has them all.`}</p>}
    </WarningPanel>
  )
}

/** Each file has one link, at its first problem. */
function ProblemRow({ problem, isFirst }: { problem: ContentProblem; isFirst: boolean }) {
  return (
    <Row>
      <code>{`${locationOf(problem)} ${problem.reason}`}</code>
      <p>{`${severities[problem.severity]}. ${meanwhile[problem.shown]}`}</p>
      {isFirst && IS_TEXT.test(problem.file) && (
        <TextLink to={`${adminPaths.repairPage}?${new URLSearchParams({ file: problem.file })}`}>
          <LabelWithHiddenContext visible="Repair" hidden={problem.file} />
        </TextLink>
      )}
    </Row>
  )
}

/** Files that can be repaired in the browser. */
const IS_TEXT = /\.(?:md|markdown|mdx|html?|yml)$/i

const locationOf = ({ file, line, column }: ContentProblem) => `${file}:${line}:${column}`

const severities = { error: 'Error', warning: 'Warning' } as const
const meanwhile = {
  'last-good': 'Visitors see the last good version.',
  nothing: 'Left out until it is repaired.',
  'as-it-is': 'The file is live as far as it can be read.',
} as const
