import { PRIVACY_TEXT_ID } from '#client/lib/page-data.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Prose } from '#client/ui/content/prose.tsx'
import { Dialog, dialogCommandProps } from '#client/ui/overlay/dialog.tsx'

const PRIVACY_ID = 'privacy-policy'

export const opensPrivacyPolicy = () => dialogCommandProps(PRIVACY_ID, 'show-modal')

/** The privacy policy. `html` is sanitized by the server. */
export function PrivacyDialog({ html }: { html: string }) {
  return (
    <Dialog
      id={PRIVACY_ID}
      title="Privacy Policy"
      footer={<Button {...dialogCommandProps(PRIVACY_ID, 'close')}>Close</Button>}
    >
      <Prose id={PRIVACY_TEXT_ID} html={html} compact />
    </Dialog>
  )
}
