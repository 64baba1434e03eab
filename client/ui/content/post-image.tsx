import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { storageUrl } from '#contract/paths.ts'
import { picturePath } from '#contract/pictures.ts'
import type { PostImage as PostImageData } from '#contract/posts.ts'

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

export const PicturePlaceholder = () => (
  <Box>
    <Icon name="image" size={34} />
  </Box>
)

const s = createStyled('post-image')
const Cover = s('img')<{ $focus: string | undefined }>`
  width: 100%;
  height: auto;
  aspect-ratio: 16 / 9;
  object-fit: cover;
  ${({ $focus }) => $focus && `object-position: ${$focus};`}
  background: var(--surface-2);
`
const Box = s('div')`
  display: grid;
  place-items: center;
  aspect-ratio: 16 / 9;
  background: var(--surface-2);
  color: var(--text-3);
`
