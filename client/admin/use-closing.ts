import { useEffect, useState } from 'react'

/** A dialog that is drawn only while it is needed: it closes first, which gives the focus back, and is taken away then. */
export function useClosing(onClosed: () => void): { open: boolean; close: () => void } {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (!open) onClosed()
  }, [open, onClosed])
  return { open, close: () => setOpen(false) }
}
