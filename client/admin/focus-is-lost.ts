/** What had the focus before a dialog opened may have gone with what was deleted; then it is nowhere, or still in the closed dialog. */
export const focusIsLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null
}
