import type { PreviewRequest, RenderedPreview } from '#contract/writing.ts'

/** Typing has paused after this long. */
export const PREVIEW_PAUSE_MS = 400

type PreviewRequestsOptions = {
  render: (text: PreviewRequest) => Promise<RenderedPreview>
  onRendered: (preview: RenderedPreview) => void
  onFailure: (error: unknown) => void
}

/** Renders a text after each pause, the first one at once. One request at a time: of the texts in between, only the newest is sent. */
export function createPreviewRequests({ render, onRendered, onFailure }: PreviewRequestsOptions) {
  let wanted: PreviewRequest | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  let isFirst = true

  function request(text: PreviewRequest): void {
    wanted = text
    clearTimeout(timer)
    timer = setTimeout(send, isFirst ? 0 : PREVIEW_PAUSE_MS)
    isFirst = false
  }

  async function send(): Promise<void> {
    if (isBusy || isStopped || !wanted) return // continues when the response is there
    const text = wanted
    wanted = undefined
    isBusy = true
    try {
      const preview = await render(text)
      if (!isStopped) onRendered(preview)
    } catch (error) {
      if (!isStopped) onFailure(error)
    }
    isBusy = false
    await send()
  }

  return {
    request,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
