import { adminNetworksOnly } from '#src/http/admin-networks.ts'

export default adminNetworksOnly
