/** In any case. The list is loaded with the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-password-list.ts')
  return commonPasswords.has(password.toLowerCase())
}
