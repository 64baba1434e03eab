type Command = 'show-modal' | 'close'

/**
 * Props of a button that opens or closes the dialog `id` by itself (`command`/`commandfor`), so that it works before and without JavaScript.
 * Browsers that do not know invokers yet are served by `runDialogCommands`.
 */
export const dialogCommandProps = (id: string, command: Command) => ({ command, commandfor: id })
