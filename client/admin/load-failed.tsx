import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'

/** What could not be fetched, and once more on demand. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert>
      <p>{message}</p>
      <Button variant="outline" small onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
