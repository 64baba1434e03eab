import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

/** A thumbnail, or an icon without an image. Decorative. */
export function PostThumb({ src }: { src: string | undefined }) {
  return <Thumb>{src === undefined ? <Icon name="image" size={28} /> : <img src={src} alt="" loading="lazy" />}</Thumb>
}

const s = createStyled('admin-post-thumb')
const Thumb = s('div')`
  display: grid;
  place-items: center;
  width: 112px;
  aspect-ratio: 16 / 10;
  overflow: hidden;
  border-radius: 9px;
  background: var(--surface-2);
  color: var(--text-3);
  & > img { width: 100%; height: 100%; object-fit: cover; }
  ${media.narrow} { width: 84px; }
`
