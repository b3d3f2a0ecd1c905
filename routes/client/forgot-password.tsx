import { forgottenPassword } from '#src/http/requests/forgotten-password.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Forgot Password'

export { styles }
export const prerender = 'everybody'

export const { GET, POST } = forgottenPassword('client', title)
