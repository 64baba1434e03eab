import { useEffect, useState } from 'react'
import { PRIVACY_TEXT_ID } from '#client/lib/page-data.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { SanitizedHtml } from '#client/ui/content/sanitized-html.tsx'
import { Dialog, dialogCommandProps } from '#client/ui/overlay/dialog.tsx'
import { PRIVACY_POLICY_PATH } from '#contract/paths.ts'

const PRIVACY_ID = 'privacy-policy'

export const opensPrivacyPolicy = () => dialogCommandProps(PRIVACY_ID, 'show-modal')

/** The privacy policy. `html` is sanitized by the server; without it, the text is loaded once it is `wanted`. */
export function PrivacyDialog({ html, wanted }: { html: string; wanted: boolean }) {
  const [loaded, setLoaded] = useState(html)
  useEffect(() => {
    // It may have been opened before hydration.
    const isWanted = wanted || document.querySelector<HTMLDialogElement>(`#${PRIVACY_ID}`)?.open
    if (!loaded && isWanted)
      import('./fetch-policy.ts').then(({ fetchPolicy }) => fetchPolicy()).then(setLoaded, () => {})
  }, [loaded, wanted])
  return (
    <Dialog
      id={PRIVACY_ID}
      title="Privacy Policy"
      footer={<Button {...dialogCommandProps(PRIVACY_ID, 'close')}>Close</Button>}
    >
      {loaded ? <PolicyText id={PRIVACY_TEXT_ID} html={loaded} /> : <a href={PRIVACY_POLICY_PATH}>Open it as a page</a>}
    </Dialog>
  )
}

const s = createStyled('privacy-dialog')
/** Apart from `Prose`, which most pages do not ship. */
const PolicyText = s(SanitizedHtml)`
  & > * + * { margin-top: 1.1em; }
  & :is(ul, ol) { padding-left: 1.3em; list-style: revert; }
  & a { color: var(--primary-ink); }
`
