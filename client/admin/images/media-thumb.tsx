import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { MediaItem } from '#contract/media.ts'
import { storageUrl } from '#contract/paths.ts'
import { narrowestPath } from '#contract/pictures.ts'
import type { PostImage } from '#contract/posts.ts'
import { fileNameOf } from './image-picker.tsx'

/** A picture of an image in its narrowest width; the text beside it describes it. */
export function MediaThumb({ picture }: { picture: PostImage }) {
  const path = narrowestPath(picture)
  return <Thumb>{path ? <img src={storageUrl(path)} alt="" loading="lazy" /> : <Icon name="image" size={32} />}</Thumb>
}

type Named = Pick<MediaItem, 'file' | 'url' | 'name'>
/** The name that distinguishes an image from others: that of the uploaded file, or its id, of which a hash is shortened. */
export const shownName = ({ file, url, name }: Named): string =>
  name ?? (file.startsWith('content/') ? url : fileNameOf(file).replace(HASHED, '$1…$2'))

const HASHED = /^([0-9a-f]{8})[0-9a-f]{24}-\d+x\d+(\.webp)$/

const KILOBYTE = 1000
/** "84 kB", "1.2 MB". */
export const fileSize = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${Math.max(1, Math.round(bytes / KILOBYTE))} kB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`

const s = createStyled('media-thumb')
const Thumb = s('div')`
  display: grid;
  place-items: center;
  aspect-ratio: 3 / 2;
  border-radius: var(--r-md);
  background: var(--surface-2);
  color: var(--text-3);
  overflow: hidden;
  & > img { width: 100%; height: 100%; object-fit: contain; }
`
