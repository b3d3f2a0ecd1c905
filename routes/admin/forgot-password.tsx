import { requestStaffPasswordLink } from '#src/domain/jobs/requested-emails.ts'
import Forgotten, { data, forgotten, styles, title } from '../client/forgot-password.tsx'

export { data, styles, title }

export const { GET, POST } = forgotten('staff', requestStaffPasswordLink)

export default Forgotten
