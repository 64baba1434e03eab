/** Names the site and the page at the top of printed pages only. The styles for paper are loaded after hydration, too. */
export const PrintedUrl = ({ name }: { name: string }) => (
  <p
    hidden
    data-print="shown"
    // Set by each page that is shown: the frame is rendered with it.
    ref={(text) => {
      if (text) text.textContent = `${name} · ${location.href}`
    }}
  />
)
