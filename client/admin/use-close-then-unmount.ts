import { useEffect, useEffectEvent, useState } from 'react'

/** A dialog that is drawn only while it is needed: it closes first, which gives the focus back, and is taken away then. */
export function useCloseThenUnmount(onClosed: () => void): { open: boolean; close: () => void } {
  const [open, setOpen] = useState(true)
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!open) closed()
  }, [open])
  return { open, close: () => setOpen(false) }
}
