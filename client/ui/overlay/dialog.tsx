import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useId } from 'react'
import { IconButton } from '#client/ui/form/icon-button.tsx'
import { dialogCommandProps } from './dialog-command.ts'
import { Foot, Head, Sheet, Text } from './dialog-sheet.ts'
import { useModal } from './use-modal.ts'

type Dialog = {
  title: string
  children: ReactNode
  /** Buttons, at the right of the sticky footer. */
  footer?: ReactNode
  /** Whether it stands open. Left out, an invoker opens it: then `id` is needed. */
  open?: boolean
  /** Asked for by the close button, Esc and the scrim; and told when the browser closed it. */
  onClose?: () => void
  /** The editor's: neither Esc nor the scrim closes it, only its buttons. */
  persistent?: boolean
  /** For what is looked at side by side: up to 1120 px. */
  wide?: boolean
  id?: string
}

/** A native modal dialog, at most 800 px wide; on phones a sheet that comes from below. Head and foot stay, the text between scrolls. */
export function Dialog({ title, children, footer, open, onClose, persistent = false, wide = false, id }: Dialog) {
  const ownId = useId()
  const dialogId = id ?? ownId
  const dialog = useModal(open)
  const close = () => (open === undefined ? dialog.current?.close() : onClose?.())
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return // a file picker inside tells of its cancel, too
    event.preventDefault()
    if (!persistent) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (persistent && event.key === 'Escape') event.preventDefault() // Chromium closes at a second Esc, whatever `cancel` says
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
      {/* A long text is scrolled by keyboard from here; in the editor its fields do that. */}
      <Text tabIndex={persistent ? undefined : 0}>{children}</Text>
      {footer && <Foot>{footer}</Foot>}
    </Sheet>
  )
}
