import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { keyframes } from 'styled-components'
import { IconButton } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

type Dialog = {
  title: string
  children: ReactNode
  /** Buttons in the sticky footer. */
  footer?: ReactNode
  /** Controlled dialogs only. Otherwise a button with `dialogCommandProps` opens it, which needs `id`. */
  open?: boolean
  /** Called for the close button, Escape, a click on the backdrop, and when the browser closes the dialog. */
  onClose?: () => void
  /** Neither Escape nor the backdrop closes it, only its buttons. */
  persistent?: boolean
  /** Up to 1120 px wide. */
  wide?: boolean
  id?: string
}

/** A native modal dialog, at most 800 px wide; on phones a bottom sheet. Header and footer are sticky. */
export function Dialog({ title, children, footer, open, onClose, persistent = false, wide = false, id }: Dialog) {
  const ownId = useId()
  const dialogId = id ?? ownId
  const dialog = useModal(open)
  const close = () => (open === undefined ? dialog.current?.close() : onClose?.())
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return // a file picker inside fires `cancel` too
    event.preventDefault()
    if (!persistent) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (persistent && event.key === 'Escape') event.preventDefault() // Chromium closes at a second Escape, even if `cancel` was prevented
  }
  const onScrim = (event: MouseEvent) => {
    if (!persistent && event.target === event.currentTarget) close()
  }
  return (
    <Sheet
      ref={dialog}
      id={dialogId}
      $wide={wide}
      aria-labelledby={`${dialogId}-title`}
      closedby={persistent ? 'none' : 'any'}
      onCancel={onCancel}
      onKeyDown={onKeyDown}
      onMouseDown={onScrim}
      onClose={() => open !== false && onClose?.()}
    >
      <Head>
        <h2 id={`${dialogId}-title`}>{title}</h2>
        <IconButton
          icon="close"
          label="Close"
          {...(open === undefined ? dialogCommandProps(dialogId, 'close') : { onClick: close })}
        />
      </Head>
      {/* Makes long text scrollable by keyboard. The editor has focusable fields. */}
      <Text tabIndex={persistent ? undefined : 0}>{children}</Text>
      {footer && <Foot>{footer}</Foot>}
    </Sheet>
  )
}

/** Controls a native dialog. `undefined` leaves it to invoker commands. */
export function useModal(open: boolean | undefined): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open === undefined || dialog.current === null) return
    if (open && !dialog.current.open) dialog.current.showModal()
    if (!open && dialog.current.open) dialog.current.close()
  }, [open])
  return dialog
}

type Command = 'show-modal' | 'close'

/** Props of a button that opens or closes the dialog `id` without JavaScript; see `runDialogCommands`. */
export const dialogCommandProps = (id: string, command: Command) => ({ command, commandfor: id })

const rise = keyframes`from { opacity: 0; transform: translateY(12px); }`

const s = createStyled('dialog')
export const Sheet = s('dialog')<{ $wide: boolean }>`
  --control: var(--bg);
  width: min(${({ $wide }) => ($wide ? 1120 : 800)}px, 100% - 48px);
  max-width: none;
  max-height: calc(100dvh - 48px);
  padding: 0;
  overflow: hidden;
  border: 0;
  border-radius: var(--r-xl);
  background: var(--surface);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
  &[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; animation: ${rise} var(--slow) var(--out); }
  &::backdrop { background: var(--scrim); backdrop-filter: blur(3px); }
  ${media.narrow} {
    width: 100%;
    max-height: 94dvh;
    margin: auto 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
  }
`
export const Head = s('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding: 20px 20px 16px 32px;
  border-bottom: 1px solid var(--line);
  & > h2 { font-size: 1.5rem; }
  ${media.narrow} { padding-left: 20px; }
`
export const Text = s('div')`
  padding: 26px 32px;
  overflow: auto;
  overscroll-behavior: contain;
  &:focus-visible { outline-offset: -3px; }
  ${media.narrow} { padding: 20px; }
`
export const Foot = s('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 12px;
  padding: 16px 32px;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  ${media.narrow} {
    padding: 14px 20px;
    & > * { flex: 1 1 auto; }
  }
`
