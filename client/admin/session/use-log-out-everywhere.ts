import { useState } from 'react'
import { errorMessage } from '#client/admin/error-message.ts'
import { logOutEverywhere } from '#client/api/login.ts'

/** "Log out everywhere" (decision 29): leaves once the server has ended every session, and tells why it could not. */
export function useLogOutEverywhere(onLeave: () => void, onFailure: (message: string) => void) {
  const [leaving, setLeaving] = useState(false)
  const leaveEverywhere = async () => {
    if (leaving) return
    setLeaving(true)
    await logOutEverywhere().then(onLeave, (error) => onFailure(errorMessage(error)))
    setLeaving(false)
  }
  return { leaving, leaveEverywhere }
}
