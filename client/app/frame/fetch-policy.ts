import { PRIVACY_TEXT_ID } from '#client/lib/page-data.ts'
import { PRIVACY_POLICY_PATH } from '#contract/paths.ts'

/** A parsed page would report that the security policy blocks its style. */
const POLICY_IN_PAGE = new RegExp(`<div id="${PRIVACY_TEXT_ID}">(.*)</div>`, 's')

/** The text of the privacy policy's page, sanitized by the server. Empty where it cannot be loaded: the dialog links to the page. */
export async function fetchPolicy(): Promise<string> {
  const answer = await fetch(PRIVACY_POLICY_PATH)
  return POLICY_IN_PAGE.exec(await answer.text())?.[1] ?? ''
}
