import { useEffect, useRef, useState } from 'react'

export const PREVIEW_ID = 'preview-of-post'
export type PreviewSwitch = ReturnType<typeof usePreviewSwitch>

/** Whether the preview is shown. Where it is below the text, showing it scrolls to it, and hiding it back to where the writer was. */
export function usePreviewSwitch() {
  const [isOpen, setIsOpen] = useState(false)
  const before = useRef<number>(undefined)
  useEffect(() => {
    const place = document.getElementById(PREVIEW_ID)
    if (isOpen && place && place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView()
    else if (!isOpen && before.current !== undefined) scrollTo({ top: before.current })
  }, [isOpen])

  function toggle() {
    before.current = isOpen ? before.current : scrollY
    setIsOpen(!isOpen)
  }
  return { isOpen, toggle }
}
