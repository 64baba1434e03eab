import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

/** A field that only machines fill in: hidden from eyes, keyboards and screen readers. It marks, it never refuses (decision 26). */
export const Honeypot = () => (
  <VisuallyHidden aria-hidden="true">
    <label>
      Leave this empty
      <input type="text" name="homepage" tabIndex={-1} autoComplete="off" defaultValue="" />
    </label>
  </VisuallyHidden>
)
