import { useRef, useState } from 'react'
import { errorMessage } from '#client/admin/error-message.ts'
import { fetchLeadsCsv, type LeadQuery } from '#client/api/leads.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { saveFile } from './save-file.ts'

/** Exports what the query leaves. The call needs the token, so a plain link to the file would not do. */
export function useExport(query: LeadQuery, onFailure: (message: string) => void) {
  const toast = useToast()
  const going = useRef(false)
  const [exporting, setExporting] = useState(false)
  async function exportCsv() {
    if (going.current) return
    going.current = true
    setExporting(true)
    const name = `leads-${new Date().toISOString().slice(0, 10)}.csv`
    try {
      saveFile(await fetchLeadsCsv(query), name)
      toast(`${name} is downloaded`)
    } catch (error) {
      onFailure(`The export failed. ${errorMessage(error)}`)
    }
    going.current = false
    setExporting(false)
  }
  return { exporting, exportCsv }
}
