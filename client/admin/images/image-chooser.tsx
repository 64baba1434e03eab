import { type ReactNode, useEffect, useState } from 'react'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'

const ImageChooserDialog = lazyPart(() => import('./image-chooser-dialog.tsx'))

type Options = {
  /** Whether the dialog asks for the description. An editor that asks for it itself leaves it out. */
  describe?: boolean
  /** The id of the post in whose folder an upload is stored. Its images are offered, too. */
  folder?: string | undefined
}
type Asked = { resolve: (image: UploadedImage | undefined) => void }

/** `chooseImage` opens the dialog and resolves with the image, or `undefined`. `dialog` is to be rendered. */
export function useImageChooser({ describe = true, folder }: Options = {}): {
  chooseImage: () => Promise<UploadedImage | undefined>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  // It is loaded before a new version of the site takes its code away.
  useEffect(() => void ImageChooserDialog.load().catch(() => {}), [])
  const chooseImage = () => new Promise<UploadedImage | undefined>((resolve) => setAsked({ resolve }))
  const dialog = asked && (
    <ImageChooserDialog
      describe={describe}
      folder={folder}
      onDone={(image) => {
        setAsked(undefined)
        asked.resolve(image)
      }}
    />
  )
  return { chooseImage, dialog }
}
