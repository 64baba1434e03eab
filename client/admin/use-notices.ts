import { useCallback, useState } from 'react'

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What the dashboard has to say: a failure stays until it is dismissed (decision 32), a success passes by. */
export function useNotices() {
  const [failure, setFailure] = useState<string>()
  const [success, setSuccess] = useState<string>()
  const fail = useCallback((error: unknown) => setFailure(messageOf(error)), [])
  const succeed = useCallback((message: string) => {
    setFailure(undefined)
    setSuccess(message)
  }, [])
  const dismissFailure = useCallback(() => setFailure(undefined), [])
  const dismissSuccess = useCallback(() => setSuccess(undefined), [])
  return { failure, success, fail, succeed, dismissFailure, dismissSuccess }
}
export type Notices = ReturnType<typeof useNotices>
