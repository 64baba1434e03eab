import { useEffect, useRef, useState } from 'react'
import { useImageChooser } from '#client/admin/images/image-chooser.tsx'
import { ImageFileField, storedWhere } from '#client/admin/images/image-file-field.tsx'
import { UploadProgress } from '#client/admin/images/upload-progress.tsx'
import { useStoredPath } from '#client/admin/images/use-stored-path.ts'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import { focusIsLost } from '#client/admin/shared/dialogs.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { addMedia } from '#client/api/media.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { storageUrl } from '#contract/paths.ts'
import { narrowestPath, pictureOf } from '#contract/pictures.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { FocalPointField } from './focal-point-field.tsx'

export type FeaturedImageFields = {
  /** The stored path, or the name in the folder of the post; empty: none. */
  image: string
  image_alt: string
  image_caption: string
  /** `40% 25%`; empty: the center. */
  image_focus: string
}

type Props = FeaturedImageFields & {
  /** The post in whose folder an upload is stored. */
  folder?: string | undefined
  errors?: FieldErrors
  onChange: (change: Partial<FeaturedImageFields>) => void
  /** An image is being stored: rejects if it could not be. */
  onUpload?: (upload: Promise<void>) => void
}

/** The featured image of a post: uploaded at once or taken from the library, with description, caption and focal point. */
export function FeaturedImage({
  folder,
  image,
  image_alt,
  image_caption,
  image_focus,
  errors = {},
  onChange,
  onUpload,
}: Props) {
  const [sending, setSending] = useState<{ name: string; share: number }>()
  const [problem, setProblem] = useState<string>()
  const [replacing, setReplacing] = useState(false)
  const { chooseImage, dialog } = useImageChooser(folder)
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  // The button that was pressed is gone with what it changed.
  useEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    if (focusIsLost()) box.current?.focus()
  })
  const change = (changes: Partial<FeaturedImageFields>) => {
    hadFocus.current = true
    onChange(changes)
  }
  const replace = (on: boolean) => {
    hadFocus.current = true
    setReplacing(on)
  }

  /** The focal point belongs to the old image, and so do its description and caption where the new image has some. */
  function show({ url, alt, caption }: Pick<UploadedImage, 'url' | 'alt' | 'caption'>) {
    setReplacing(false)
    setProblem(undefined)
    const suggested = { ...(alt && { image_alt: alt }), ...(caption && { image_caption: caption }) }
    change({ image: pathOf(url), image_focus: '', ...suggested })
  }

  async function store(file: File) {
    const { url } = await addMedia(file, (share) => setSending({ name: file.name, share }), folder)
    show({ url, alt: '', caption: '' })
  }

  async function upload(file: File) {
    setProblem(undefined)
    setSending({ name: file.name, share: 0 })
    const stored = store(file)
    onUpload?.(stored)
    try {
      await stored
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setSending(undefined)
    }
  }

  async function choose() {
    const chosen = await chooseImage()
    if (chosen) show(chosen)
  }

  const remove = () => change({ image: '', image_alt: '', image_caption: '', image_focus: '' })
  const isChoosing = image === '' || replacing

  return (
    <ImageFields ref={box} tabIndex={-1} role="group" aria-label="Featured image and its description">
      {sending && <UploadProgress {...sending} />}
      {!sending && isChoosing && (
        <ImageFileField
          label="Featured image"
          hint={storedWhere(folder)}
          error={problem ?? errors.image?.message ?? errors.image_path?.message}
          onFile={upload}
          onProblem={setProblem}
        >
          <Button variant="outline" small onClick={choose}>
            Choose from the library
          </Button>
          {replacing && (
            <Button variant="ghost" small onClick={() => replace(false)}>
              Keep the old one
            </Button>
          )}
        </ImageFileField>
      )}
      {image !== '' && (
        <>
          <Shown
            folder={folder}
            image={image}
            focus={image_focus}
            onFocus={(focus) => onChange({ image_focus: focus })}
          />
          {!isChoosing && !sending && (
            <Actions>
              <Button variant="outline" small onClick={() => replace(true)}>
                Replace image
              </Button>
              <Button variant="danger" small onClick={remove}>
                Remove image
              </Button>
            </Actions>
          )}
          <Field
            label="Image description"
            hint="What the image shows, for readers who can’t see it."
            error={errors.image_alt?.message}
          >
            <TextArea
              rows={3}
              maxLength={300}
              value={image_alt}
              onChange={({ target }) => onChange({ image_alt: target.value.replace(/\s*\n\s*/g, ' ') })}
            />
          </Field>
          <Field label="Caption" optional hint="Shown below the image." error={errors.image_caption?.message}>
            <TextInput
              autoComplete="off"
              maxLength={500}
              value={image_caption}
              onChange={({ target }) => onChange({ image_caption: target.value })}
            />
          </Field>
        </>
      )}
      {dialog}
    </ImageFields>
  )
}

/** How the front matter names an image. */
const pathOf = (url: string): string => (url.startsWith(storageUrl('')) ? url.slice(storageUrl('').length) : url)

type ShownProps = { folder: string | undefined; image: string; focus: string; onFocus: (focus: string) => void }

function Shown({ folder, image, focus, onFocus }: ShownProps) {
  const stored = useStoredPath(folder, image)
  if (!stored) return <p>{`The image ${image} in the folder of this post.`}</p>
  return <FocalPointField src={storageUrl(narrowestPath(pictureOf(stored, '')))} focus={focus} onChange={onFocus} />
}

const s = createStyled('featured-image')
const ImageFields = s('div')`
  display: grid;
  gap: 16px;
  outline: none;
  & progress { width: 100%; accent-color: var(--primary); }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
