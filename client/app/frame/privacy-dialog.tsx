import { Prose } from '#client/ui/content/prose.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Dialog, dialogCommandProps } from '#client/ui/overlay/dialog.tsx'

const PRIVACY_ID = 'privacy-policy'

/** Props of the button that opens the dialog. */
export const opensPrivacyPolicy = () => dialogCommandProps(PRIVACY_ID, 'show-modal')

/** §2: the privacy policy, in a dialog up to 800 px wide. `html` is sanitised by the server. */
export function PrivacyDialog({ html }: { html: string }) {
  return (
    <Dialog
      id={PRIVACY_ID}
      title="Privacy Policy"
      footer={<Button {...dialogCommandProps(PRIVACY_ID, 'close')}>Close</Button>}
    >
      <Prose html={html} compact />
    </Dialog>
  )
}
