import { useState } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { fromCheckout, fromVolumes } from './history-commands.ts'

/** How a site whose content is in no repository moves into one. Copies nothing by itself. */
export function StartHistory() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Toggle variant="outline" small aria-expanded={open} onClick={() => setOpen(!open)}>
        Start history
      </Toggle>
      {open && (
        <Steps>
          <p>
            An operator moves the content into a git repository of its own with these commands. Nothing is deleted, and
            nothing moves by itself. Where <code>GIT_COMMIT=off</code> is set, remove it instead.
          </p>
          <h3>With the three volumes of compose.yaml</h3>
          <p>
            Into one volume, where <code>palletry</code> is the name of the folder with <code>compose.yaml</code>:
          </p>
          <pre>{fromVolumes}</pre>
          <h3>Without containers</h3>
          <p>In the folder of the site, once it is stopped:</p>
          <pre>{fromCheckout}</pre>
          <p>
            Then start the site with <code>CONTENT_DIR=../my-site/content</code> and{' '}
            <code>STORAGE_DIR=../my-site/storage</code>.
          </p>
        </Steps>
      )}
    </>
  )
}

const s = createStyled('admin-start-history')
const Toggle = s(Button)`
  margin-top: 14px;
`
const Steps = s('div')`
  display: grid;
  gap: 10px;
  margin-top: 16px;
  & h3 { margin-top: 8px; font-size: 1.0625rem; }
  & pre {
    padding: 10px 12px;
    border-radius: var(--r-sm);
    background: var(--bg);
    font: 400 0.875rem / 1.6 ui-monospace, 'DejaVu Sans Mono', monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`
