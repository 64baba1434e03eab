import { formatDateTime } from '#client/lib/dates.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

type Props = {
  /** The moment that the page shows: ISO 8601. */
  at: string
  /** The path of the same page now. */
  path: string
}

/** Below a page of the time machine, always in sight. Rendered by the server only. */
export const PastBanner = ({ at, path }: Props) => (
  <Banner aria-label="Time machine">
    <p>
      <Icon name="clock" size={20} /> <b>This is the past.</b> The content as of{' '}
      <time dateTime={at}>{formatDateTime(at, 'UTC')}</time>, in today’s design.{' '}
      <a href={path} data-now="">
        Back to now
      </a>
    </p>
  </Banner>
)

const s = createStyled('past-banner')
const Banner = s('aside')`
  position: sticky;
  bottom: 0;
  z-index: 20;
  padding: 12px var(--s-gutter);
  border-top: 1px solid var(--line);
  background: var(--warning-soft);
  text-align: center;
  & svg { display: inline; margin: -3px 4px 0 0; color: var(--warning); vertical-align: middle; }
  & a { text-decoration: underline; }
`
