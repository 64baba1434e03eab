import { type ReactNode, useEffect, useRef } from 'react'
import { reveal } from '#client/lib/reveal.ts'
import { IconButton } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('alert')
const AlertBody = s('div')<{ $tone: AlertTone }>`
  --tone: ${({ $tone }) => `var(--${$tone})`};
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: 14px;
  align-items: start;
  padding: 16px 12px 16px 18px;
  border-left: 5px solid var(--tone);
  border-radius: var(--r-md);
  background: ${({ $tone }) => `var(--${$tone}-soft)`};
  & > svg { margin-top: 2px; color: var(--tone); }
  & > button { margin: -9px 0; color: inherit; }
`

export type AlertTone = 'danger' | 'warning' | 'success'

type Alert = {
  onDismiss?: () => void
  /** For alerts after a failed submit. */
  focusOnMount?: boolean
  tone?: AlertTone
  children: ReactNode
}

/** An important message, announced immediately. Icon and text carry the meaning, not only the color. */
export function Alert({ onDismiss, focusOnMount = false, tone = 'danger', children }: Alert) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusOnMount) reveal(box.current)
  }, [focusOnMount])
  return (
    <AlertBody role="alert" ref={box} tabIndex={-1} $tone={tone}>
      <Icon name={tone === 'success' ? 'check' : 'alert'} size={24} />
      <div>{children}</div>
      {onDismiss && <IconButton icon="close" size={20} label="Dismiss" onClick={onDismiss} />}
    </AlertBody>
  )
}
