import { createStyled } from '#client/ui/base/styles.ts'
import { WEEK } from '#client/ui/brand/week.ts'
import { storageUrl } from '#contract/paths.ts'
import { picturePath } from '#contract/pictures.ts'
import type { PostCard, PostImage as PostImageData } from '#contract/posts.ts'

type PostImageProps = {
  picture: PostImageData
  sizes: string
  priority?: boolean
  className?: string
}

/** A 16:9 image of a post in the width that fits. Its space is reserved. */
export function PostImage({ picture, sizes, priority = false, className }: PostImageProps) {
  const urls = picture.widths.map((width) => `${storageUrl(picturePath(picture, width))} ${width}w`)
  return (
    <Cover
      className={className}
      $focus={picture.focus}
      src={storageUrl(picture.path)}
      srcSet={urls.join(', ') || undefined}
      sizes={urls.length > 0 ? sizes : undefined}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      decoding="async"
      loading={priority ? undefined : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
    />
  )
}

type CardImageProps = Omit<PostImageProps, 'picture'> & { post: Pick<PostCard, 'picture' | 'artwork' | 'date'> }

/** The image of a post on a card. Without one, the drawing of its trade: decorative, because its title is beside it. */
export function CardImage({ post: { picture, artwork, date }, ...rest }: CardImageProps) {
  if (picture) return <PostImage picture={picture} {...rest} />
  return (
    <Ground data-day={WEEK[(new Date(date).getUTCDay() + 6) % 7]}>
      {artwork && <PostImage picture={artwork} {...rest} />}
    </Ground>
  )
}

const s = createStyled('post-image')
const Cover = s('img')<{ $focus: string | undefined }>`
  width: 100%;
  height: auto;
  aspect-ratio: 16 / 9;
  object-fit: cover;
  ${({ $focus }) => $focus && `object-position: ${$focus};`}
  background: var(--surface-2);
`
/** The ground of the drawing, until it is loaded, above the day's color. */
const Ground = s('div')`
  flex: none;
  overflow: hidden;
  aspect-ratio: 16 / 9;
  background: linear-gradient(var(--on-day) 97.8%, var(--day) 0);
`
