import { useToast } from '#client/ui/overlay/toast.tsx'

/** Copies a text and announces `done`, or that it has to be copied by hand. */
export function useCopy() {
  const toast = useToast()
  return (text: string, done: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast(done),
      () => toast('The browser does not allow copying. Select the text and copy it by hand'),
    )
}
