import { adminNetworksOnly } from '#src/http/middleware/client-address.ts'

export default adminNetworksOnly
