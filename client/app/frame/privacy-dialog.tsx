import { useEffect, useState } from 'react'
import { PRIVACY_TEXT_ID } from '#client/lib/page-data.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
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
    if (!loaded && isWanted) fetchPolicy().then(setLoaded, () => {})
  }, [loaded, wanted])
  return (
    <Dialog
      id={PRIVACY_ID}
      title="Privacy Policy"
      footer={<Button {...dialogCommandProps(PRIVACY_ID, 'close')}>Close</Button>}
    >
      {loaded ? (
        <PolicyText id={PRIVACY_TEXT_ID} html={loaded} />
      ) : (
        <TextLink to={PRIVACY_POLICY_PATH} reloadDocument>
          Open it as a page
        </TextLink>
      )}
    </Dialog>
  )
}

/** A parsed page would report that the security policy blocks its style. */
const POLICY_IN_PAGE = new RegExp(`<div id="${PRIVACY_TEXT_ID}">(.*)</div>`, 's')

/** The text of its page. Where it cannot be loaded, the dialog links to the page. */
async function fetchPolicy(): Promise<string> {
  const answer = await fetch(PRIVACY_POLICY_PATH)
  return POLICY_IN_PAGE.exec(await answer.text())?.[1] ?? ''
}

const s = createStyled('privacy-dialog')
/** Apart from `Prose`, which most pages do not ship. */
const PolicyText = s(SanitizedHtml)`
  & > * + * { margin-top: 1.1em; }
  & :is(ul, ol) { padding-left: 1.3em; list-style: revert; }
  & a { color: var(--primary-ink); }
`
