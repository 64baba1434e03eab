import { useEffect, useRef, useState } from 'react'
import { QueryView, useLoadedOnce } from '#client/admin/shared/data.tsx'
import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { signPagePreview } from '#client/api/page-files.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { Select } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { pageFilePaths } from '#contract/page-file-paths.ts'
import type { PageFile, PagePreview, SavePageFile } from '#contract/page-files.ts'

type Props = { opened: PageFile; sent: SavePageFile; onClosed: () => void }

/** The pages of a file, with the values of its form. */
export default function PreviewDialog({ opened: { paths }, sent, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [path, setPath] = useState(paths[0] ?? '/')
  return (
    <Dialog title="Preview" open={open} onClose={close} wide>
      <Room>
        {paths.length > 1 && (
          <Field label="Page">
            <Select value={path} onChange={({ target }) => setPath(target.value)}>
              {paths.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <p>What is shown here is not saved. Links open in a new tab.</p>
        <Signed key={path} path={path} sent={sent} />
      </Room>
    </Dialog>
  )
}

function Signed({ path, sent }: { path: string; sent: SavePageFile }) {
  const query = useLoadedOnce(() => signPagePreview({ ...sent, path }))
  return (
    <QueryView query={query} label="Loading preview...">
      {(preview) => <Frame preview={preview} path={path} />}
    </QueryView>
  )
}

const FRAME = 'page-preview'

/** A form sends the values into the frame: they are too long for a URL. */
function Frame({ preview: { token, change }, path }: { preview: PagePreview; path: string }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <>
      <form ref={form} method="post" action={pageFilePaths.shownPreview} target={FRAME} hidden>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="change" value={change} />
      </form>
      <iframe
        title={`Preview of ${path}`}
        name={FRAME}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      />
    </>
  )
}

const s = createStyled('admin-page-preview')
const Room = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & > p { color: var(--text-2); }
  & > iframe {
    width: 100%;
    height: min(62dvh, 760px);
    border: 1px solid var(--line);
    border-radius: var(--r-md);
    background: var(--bg);
  }
`
