import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { IconButton } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

export const TOAST_MS = 5000
/** With a button or a link, which takes time to reach by keyboard or with a screen reader. */
export const TOAST_WITH_ACTION_MS = 20_000
const STEP_MS = 500

const s = createStyled('toast')
const Region = s('div')`
  position: fixed;
  inset: auto 16px 24px;
  z-index: 400;
  display: flex;
  justify-content: center;
  pointer-events: none;
`
const ToastBody = s('div')<{ $kind: ToastKind }>`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 6px 6px 6px 16px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-lg);
  background: var(--surface-3);
  box-shadow: var(--shadow-2);
  font-weight: 600;
  pointer-events: auto;
  & > svg { color: ${({ $kind }) => ($kind === 'failed' ? 'var(--danger)' : 'var(--primary-ink)')}; }
  & > button:hover { background: var(--surface); }
`

export type ToastKind = 'done' | 'failed'
type Toast = { message: ReactNode; kind: ToastKind; key: number }

const ToastContext = createContext<(message: ReactNode, kind?: ToastKind) => void>(() => {})

/** `const toast = useToast(); toast('Post updated')`, or with a button: visible for five seconds, with a button for twenty, longer while hovered, focused or behind a dialog. */
export const useToast = () => useContext(ToastContext)

/** Shows one toast. The live region is always mounted, so that screen readers announce its changes. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>()
  const show = useCallback(
    (message: ReactNode, kind: ToastKind = 'done') =>
      setToast((last) => ({ message, kind, key: (last?.key ?? 0) + 1 })),
    [],
  )
  const dismiss = useCallback(() => setToast(undefined), [])
  const isFailure = toast?.kind === 'failed'
  return (
    <ToastContext value={show}>
      {children}
      {/* An alert announces itself; the region around it would repeat it. */}
      <Region role="status" aria-live={isFailure ? 'off' : 'polite'}>
        {toast && <ShownToast key={toast.key} message={toast.message} kind={toast.kind} onDone={dismiss} />}
      </Region>
    </ToastContext>
  )
}

function ShownToast({ message, kind, onDone }: Omit<Toast, 'key'> & { onDone: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    let leftMs = typeof message === 'string' ? TOAST_MS : TOAST_WITH_ACTION_MS
    const timer = setInterval(() => {
      // Behind a dialog, a toast can neither be read nor used.
      if (document.querySelector('dialog[open]')) return
      leftMs -= STEP_MS
      if (leftMs <= 0) onDone()
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [held, message, onDone])
  const hold = () => setHeld(true)
  return (
    <ToastBody
      $kind={kind}
      role={kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={hold}
      onMouseLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={hold}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
    >
      <Icon name={kind === 'failed' ? 'alert' : 'check'} bold />
      <span>{message}</span>
      <IconButton icon="close" size={18} label="Dismiss" onClick={onDone} />
    </ToastBody>
  )
}
