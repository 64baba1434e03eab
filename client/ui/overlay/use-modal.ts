import { type RefObject, useEffect, useRef } from 'react'

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
