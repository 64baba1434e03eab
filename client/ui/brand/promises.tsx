import { TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { companyLine } from '#contract/company-line.ts'
import { AGREEMENT_PATH } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** What the vendor promises, with the heading of the clause in `content/legal/subscription-agreement.md` as an id. */
export const promises = [
  { text: 'No payment details to start', clause: 'one-month-free' },
  { text: 'It ends by itself if you do nothing', clause: 'no-contracts' },
  { text: 'Leave any time', clause: 'cancel-any-time' },
  { text: 'Your data any time and 30 days after', clause: 'your-data-is-yours' },
] as const

type PromisesProps = Pick<SiteInfo, 'company'> & {
  /** For pages with a form, which keeps what is typed. */
  inNewTab?: boolean
  className?: string
}

/** Each promise is a link to its clause in the agreement, and below is the company that makes them, if it is known. */
export const Promises = ({ company, inNewTab = false, className }: PromisesProps) => (
  <Box className={className}>
    <h2>What you can hold us to</h2>
    <ul>
      {promises.map(({ text, clause }) => (
        <li key={clause}>
          <TextLink
            to={`${AGREEMENT_PATH}#${clause}`}
            reloadDocument
            {...(inNewTab && { target: '_blank', rel: 'noopener' })}
          >
            <Icon name="check" bold />
            <span>{text}</span>
          </TextLink>
        </li>
      ))}
    </ul>
    <p>
      {company
        ? `Each one is a clause of the agreement. You make it with ${companyLine(company)}.`
        : 'Each one is a clause of the agreement. Tap it and read it.'}
    </p>
  </Box>
)

const s = createStyled('promises')
const Box = s('section')`
  & h2 { font-size: min(1.5rem, 0.6rem + 3.9vw); }
  & ul { margin: 14px 0 12px; }
  & svg { flex: none; }
  & p { color: var(--text-2); font-size: var(--t-small); line-height: 1.45; }
`
