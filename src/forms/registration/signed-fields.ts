/** What stands at the signature: shown to everybody, and edited by nobody once it is signed. */
const signedFields = ['authSignature', 'position', 'agreementDate']

export const isSigned = (field: string) => signedFields.includes(field)

export const signedStays = 'The signature, its position and its date stay as they were signed'
