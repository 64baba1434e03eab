import type { ReactNode } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { Actions, Note, ProgressBox } from './import.styles.ts'

type Props = {
  label: string
  /** From 0 to 1; `undefined` while it is unknown. */
  share: number | undefined
  detail?: string | undefined
  cancel?: { label: string; run: () => void; busy?: boolean }
  children?: ReactNode
}

/** A step in progress. `announcement` has the same for screen readers. */
export function ImportProgress({ label, share, detail, cancel, children }: Props) {
  return (
    <>
      <ProgressBox>
        <p aria-hidden="true">
          <strong>{label}</strong>
          <span>{share === undefined ? '' : `${Math.floor(share * 100)} %`}</span>
        </p>
        <progress aria-label={label} max={1} {...(share !== undefined && { value: share })} />
        {detail && <Note>{detail}</Note>}
        {children && <Note>{children}</Note>}
      </ProgressBox>
      {cancel && (
        <Actions>
          <Button variant="outline" busy={cancel.busy ? 'Canceling' : undefined} onClick={cancel.run}>
            {cancel.label}
          </Button>
        </Actions>
      )}
    </>
  )
}
