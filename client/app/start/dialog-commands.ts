export const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('button') : null)

/**
 * Opens and closes dialogs for buttons with `command` and `commandfor` in browsers without Invoker Commands (Safari before 26.2,
 * Firefox before 144). One listener for the document, so it also works before hydration and in markup that is never hydrated.
 */
export function runDialogCommands() {
  if ('command' in HTMLButtonElement.prototype) return
  addEventListener('click', (event) => {
    const dialog = document.querySelector<HTMLDialogElement>(`#${buttonOf(event)?.getAttribute('commandfor')}`)
    // What is outside a modal dialog cannot be clicked, so a button in an open dialog closes it and any other one opens it.
    if (dialog?.open) dialog.close()
    else dialog?.showModal()
  })
}
