/** Whether a customer was brought over from an earlier system: decided, and yet nothing was ever submitted or signed. */
export const cameByImport = ({
  status,
  submittedAt,
}: {
  status: string
  submittedAt: unknown
}): boolean => submittedAt === null && (status === 'approved' || status === 'rejected')
