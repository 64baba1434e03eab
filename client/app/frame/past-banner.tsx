import { formatDateTime } from '#client/lib/dates.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

type Props = {
  /** The moment that the page shows: ISO 8601. */
  at: string
  /** The path of the same page now. */
  path: string
  /** The page shows the site with a branch, or without it. */
  branch?: { name: string; side: 'before' | 'after' } | undefined
}

/** Below a page of the time machine, always in sight. Rendered by the server only. */
export const PastBanner = ({ at, path, branch }: Props) => (
  <Banner aria-label={branch ? 'Preview' : 'Time machine'}>
    <p>
      <Icon name="clock" size={20} /> {branch ? <OfBranch {...branch} /> : <OfTime at={at} />}{' '}
      <a href={path} data-now="">
        {branch ? 'Live site' : 'Back to now'}
      </a>
    </p>
  </Banner>
)

const OfTime = ({ at }: { at: string }) => (
  <>
    <b>This is the past.</b> The content as of <time dateTime={at}>{formatDateTime(at, 'UTC')}</time>, in today’s
    design.
  </>
)

const OfBranch = ({ name, side }: NonNullable<Props['branch']>) => (
  <>
    <b>This is a preview.</b> The site {side === 'after' ? 'with' : 'without'} the branch <bdi>{name}</bdi>.
  </>
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
