type Command = 'show-modal' | 'close'

/**
 * Props of a button that opens or closes the dialog `id` by itself (`command`/`commandfor`), so that it works before and without JavaScript.
 * Browsers that do not know invokers yet are served by the click.
 */
export const invoker = (id: string, command: Command) => ({
  command,
  commandfor: id,
  onClick: () => {
    if (!('commandForElement' in HTMLButtonElement.prototype)) run(document.getElementById(id), command)
  },
})

function run(dialog: HTMLElement | null, command: Command) {
  if (!(dialog instanceof HTMLDialogElement)) return
  if (command === 'close') dialog.close()
  else if (!dialog.open) dialog.showModal()
}
