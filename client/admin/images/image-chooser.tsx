import { type ReactNode, useEffect, useState } from 'react'
import type { BodyEditorProps, ImageRequest, UploadedImage } from '#client/admin/shared/body-editor.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'

const ImageChooserDialog = lazyPart(() => import('./image-chooser-dialog.tsx'))

type Asked = { request: ImageRequest | undefined; resolve: (image: UploadedImage | undefined) => void }

/**
 * `chooseImage` opens the dialog and resolves with the image, or `undefined`. `dialog` is to be rendered. `folder` is the id of the post
 * in whose folder an upload is stored; its images are offered, too.
 */
export function useImageChooser(folder?: string): Pick<BodyEditorProps, 'chooseImage'> & { dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  // It is loaded before a new version of the site takes its code away.
  useEffect(() => void ImageChooserDialog.load().catch(() => {}), [])
  const chooseImage = (request?: ImageRequest) =>
    new Promise<UploadedImage | undefined>((resolve) => setAsked({ request, resolve }))
  const dialog = asked && (
    <ImageChooserDialog
      request={asked.request}
      folder={folder}
      onDone={(image) => {
        setAsked(undefined)
        asked.resolve(image)
      }}
    />
  )
  return { chooseImage, dialog }
}
