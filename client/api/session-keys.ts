/** The localStorage key of the administrator's token. */
export const ADMIN_TOKEN_KEY = 'admin_token'

/** The sessionStorage key that makes the next page say that the session ended. */
export const SESSION_ENDED_KEY = 'session_ended'
