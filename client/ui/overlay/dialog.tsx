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
import { IconButton } from '#client/ui/form/button.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

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

/**
 * Keeps a native dialog in step with `open`: opened with `showModal`, closed with `close`, which gives the focus back.
 * `undefined` leaves it to an invoker.
 */
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

/**
 * Props of a button that opens or closes the dialog `id` by itself (`command`/`commandfor`), so that it works before and without JavaScript.
 * Browsers that do not know invokers yet are served by `runDialogCommands`.
 */
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
  justify-content: flex-end;
  gap: 12px;
  padding: 16px 32px;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  ${media.narrow} {
    padding: 14px 20px;
    & > * { flex: 1; }
  }
`
