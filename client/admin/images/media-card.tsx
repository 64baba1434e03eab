import type { ReactNode } from 'react'
import { imagePageUrl, isInFolder } from '#client/api/media.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Chip } from '#client/ui/content/chip.tsx'
import type { MediaItem } from '#contract/media.ts'
import { pagePaths } from '#contract/paths.ts'
import { fileSize, MediaThumb, shownName } from './media-thumb.tsx'

type Props = {
  item: MediaItem
  /** Without links: to choose an image, not to leave the page. */
  brief: boolean
  /** The check box of the card. */
  mark?: ReactNode
  /** What can be done with it. */
  children: ReactNode
}

/** An image with its users. */
export function MediaCard({ item, brief, mark, children }: Props) {
  const { alt, caption, width, height, bytes, added } = item
  return (
    <Card>
      {mark}
      <MediaThumb picture={item} />
      <Name dir="auto">{brief ? shownName(item) : <Link to={imagePageUrl(item)}>{shownName(item)}</Link>}</Name>
      {alt && <p dir="auto">{alt}</p>}
      {caption && <Facts dir="auto">{caption}</Facts>}
      <Facts>
        <span>{width && height && `${width} × ${height}, `}</span>
        <span>{fileSize(bytes)}</span>
        {!brief && (
          <>
            <br />
            <time dateTime={added}>{formatDateTime(added, 'local')}</time>
          </>
        )}
      </Facts>
      {brief && isInFolder(item) && <Facts>In the folder of this post</Facts>}
      {!brief && <Users item={item} />}
      <Actions>{children}</Actions>
    </Card>
  )
}

/** More links would make the card much higher than its neighbors. */
const SHOWN_POSTS = 3

function Users({ item: { used_in, elsewhere } }: { item: MediaItem }) {
  if (used_in.length === 0 && !elsewhere)
    return (
      <p>
        <Chip kind="soon">Unused</Chip>
      </p>
    )
  const more = used_in.length - SHOWN_POSTS
  return (
    <div>
      {used_in.length > 0 && (
        <>
          <Facts as="h3">Used in</Facts>
          <Posts>
            {used_in.slice(0, more > 1 ? SHOWN_POSTS : undefined).map(({ id, title }) => (
              <li key={id}>
                <Link to={pagePaths.adminEdit(id)} dir="auto">
                  {title}
                </Link>
              </li>
            ))}
            {more > 1 && <li>{`and ${more} more posts`}</li>}
          </Posts>
        </>
      )}
      {elsewhere && <Facts>Used by an author, another page or an unsaved text.</Facts>}
    </div>
  )
}

const s = createStyled('media-card')
export const MediaGrid = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  gap: 18px;
`
const Card = s('li')`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 14px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  overflow-wrap: anywhere;
`
const Name = s('h2')`
  font: 640 1rem / 1.35 var(--f-body);
  & > a { color: inherit; }
`
const Facts = s('p')`
  margin: 0;
  color: var(--text-2);
  font: 400 var(--t-small) / 1.5 var(--f-body);
`
const Posts = s('ul')`
  font-size: 0.9375rem;
  & a { display: inline-block; padding-block: 3px; color: var(--primary-ink); }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin: auto -10px -6px;
  & > button { padding-inline: 10px; }
`
