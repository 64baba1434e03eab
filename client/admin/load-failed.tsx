import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

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
