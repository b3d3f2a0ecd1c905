import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'

export default adminNetworksOnly
